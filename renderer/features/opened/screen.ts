// An opened file before it runs. The source is in the query, so that reload and history keep it.
import { defineScreen } from '../../screen'

export default defineScreen({
  id: 'opened',
  title: 'Open',
  path: '/open',
  rail: null,
  component: () => import('./OpenedView.vue'),
})
