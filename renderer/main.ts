// Entry of the window: theme first (so that nothing flashes), then the app.
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '@fontsource-variable/inter'
import './styles/tokens.css'
import './styles/base.css'
import App from './App.vue'
import { createAppRouter } from './router'
import { startTheme } from './theme'

startTheme()
createApp(App).use(createPinia()).use(createAppRouter()).mount('#app')
