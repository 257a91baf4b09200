// The Library: every saved experiment, and where to open one.
import { defineScreen } from '../../screen'

export default defineScreen({
  id: 'library',
  title: 'Library',
  path: '/',
  rail: { icon: 'library', order: 10 },
  component: () => import('./LibraryView.vue'),
})
