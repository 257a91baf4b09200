// Puts the fake bridge where the preload puts the real one, before the page starts. The address says what to fake:
// ?rows=10000&mode=loading&readOnly&live&notice=...
import { createFakeBridge } from './bridge'

const asked = new URL(location.href).searchParams
const mode = asked.get('mode')

Object.defineProperty(window, 'vlag', {
  value: createFakeBridge({
    rows: Number(asked.get('rows') ?? 8),
    mode: mode === 'loading' || mode === 'error' ? mode : 'full',
    readOnly: asked.has('readOnly'),
    live: asked.has('live'),
    notices: asked.getAll('notice'),
  }),
})
