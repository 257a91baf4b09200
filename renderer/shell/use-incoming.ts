// Ways in from outside the page: files dropped on the window, text or files pasted, files that the system hands over.
import { onMounted, onUnmounted, ref } from 'vue'
import type { Ref } from 'vue'
import { useRouter } from 'vue-router'
import type { Source } from '../../contract/api'
import { on, pathOf } from '../api/client'
import { asCommandId, runCommand } from '../commands'
import { routeOfSource } from '../stores/sources'
import { useToasts } from '../ui'

/** Text of more characters cannot be an experiment file that anybody wrote, and is not sent. */
const MOST_TEXT = 4_000_000

/** A file as a source: by its path where that is known (rt-app files beside it are found then), else by its text. */
async function sourceOfFile(file: File): Promise<Source | null> {
  const path = pathOf(file)
  if (path !== null) return { kind: 'path', path }
  const text = await file.text()
  return text.length > MOST_TEXT ? null : { kind: 'text', name: file.name, text }
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Starts to listen; `dragging` is true while a file hangs over the window. Call once, in the shell. */
export function useIncoming(): { dragging: Ref<boolean> } {
  const router = useRouter()
  const { show } = useToasts()
  const dragging = ref(false)
  // dragenter and dragleave come for every element on the way; the depth tells when the window itself is left.
  let depth = 0

  const open = (source: Source): void => void router.push(routeOfSource(source))

  async function openFile(file: File): Promise<void> {
    try {
      const source = await sourceOfFile(file)
      if (source === null) show({ text: `“${file.name}” is larger than 4 MB.`, tone: 'error' })
      else open(source)
    } catch (error) {
      // A dropped folder, or a file that cannot be read.
      const why = error instanceof Error ? error.message : String(error)
      show({ text: `“${file.name}” cannot be read: ${why}`, tone: 'error' })
    }
  }

  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

  function onDragEnter(event: DragEvent): void {
    if (!hasFiles(event)) return
    depth++
    dragging.value = true
  }
  function onDragOver(event: DragEvent): void {
    if (!hasFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
  }
  function onDragLeave(): void {
    depth = Math.max(0, depth - 1)
    dragging.value = depth > 0
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault()
    depth = 0
    dragging.value = false
    const files = event.dataTransfer?.files ?? []
    const [first] = files
    if (first === undefined) return
    if (files.length > 1) show({ text: `Opened “${first.name}”, the first of ${files.length} files.` })
    void openFile(first)
  }
  function onPaste(event: ClipboardEvent): void {
    if (isTextField(event.target)) return
    const file = event.clipboardData?.files[0]
    if (file !== undefined) return void openFile(file)
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text.trim() === '') return
    if (text.length > MOST_TEXT) show({ text: 'The pasted text is larger than 4 MB.', tone: 'error' })
    else open({ kind: 'text', name: 'pasted text', text })
  }

  const stops: (() => void)[] = []
  onMounted(() => {
    window.addEventListener('dragenter', onDragEnter)
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    window.addEventListener('paste', onPaste)
    stops.push(
      on('source.opened', ({ source }) => open(source)),
      on('command.invoked', ({ command }) => {
        const id = asCommandId(command)
        if (id !== null) runCommand(id)
      }),
    )
  })
  onUnmounted(() => {
    window.removeEventListener('dragenter', onDragEnter)
    window.removeEventListener('dragover', onDragOver)
    window.removeEventListener('dragleave', onDragLeave)
    window.removeEventListener('drop', onDrop)
    window.removeEventListener('paste', onPaste)
    for (const stop of stops) stop()
  })
  return { dragging }
}
