// Entry of the window: theme first (so that nothing flashes), then the app.
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '@fontsource-variable/inter'
import './styles/tokens.css'
import './styles/base.css'
import App from './App.vue'
import { createAppRouter } from './router'
import { startTheme } from './theme'
import { useToasts } from './ui'

startTheme()
const app = createApp(App).use(createPinia()).use(createAppRouter())

/** A fault of the window itself: said, and in the console with its stack; the rest goes on. */
function report(fault: unknown): void {
  reportError(fault)
  const text = fault instanceof Error ? fault.message : String(fault)
  useToasts().show({ text: `Something went wrong in this window: ${text}`, tone: 'error' })
}
app.config.errorHandler = report
window.addEventListener('unhandledrejection', (event) => {
  report(event.reason)
})

app.mount('#app')
