// A running experiment: progress, partial results, cancel.
import { defineScreen } from '../../screen'

export default defineScreen({
  id: 'run',
  title: 'Run',
  path: '/experiments/:id/run',
  rail: { icon: 'run', order: 20 },
  component: () => import('./RunView.vue'),
})
