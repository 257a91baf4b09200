// A small laptop as fixed data: two equal cores, one cache, nothing to set.
import { quietCosts } from '../../model/cost-presets'
import { defineMachine } from '../../model/define'
import { flatTopology } from '../../model/topology'

export default defineMachine({
  id: 'celeron-2c',
  title: 'Celeron N4000, 2 CPUs',
  summary: 'A small laptop: two cores without SMT and an undisturbed system at 250 ticks per second.',
  params: [],
  build: () => ({
    id: 'celeron-2c',
    title: 'Celeron N4000, 2 CPUs',
    cpus: 2,
    topology: flatTopology(2),
    hz: 250,
    tickPhaseNs: null,
    wakePlacement: 'stock',
    costs: quietCosts,
  }),
})
