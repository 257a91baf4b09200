// The variants of an experiment side by side.
import { defineScreen } from '../../screen'

export default defineScreen({
  id: 'compare',
  title: 'Compare',
  path: '/experiments/:id/compare',
  rail: { icon: 'compare', order: 30 },
  component: () => import('./CompareView.vue'),
})
