// Hash routes from the screens' own descriptors. Ids of experiments are checked here, so that screens can trust them.
import { createRouter, createWebHashHistory } from 'vue-router'
import type { Router } from 'vue-router'
import { screens } from './screens'

/** The route param as contract/ids has it; anything else goes to the Library. */
const EXPERIMENT_ID = '(exp_[0-9a-z]{26})'

export function createAppRouter(): Router {
  return createRouter({
    history: createWebHashHistory(),
    routes: [
      ...screens.map((screen) => ({
        name: screen.id,
        path: screen.path.replace(':id', `:id${EXPERIMENT_ID}`),
        component: screen.component,
        meta: { title: screen.title },
      })),
      { path: '/:rest(.*)*', redirect: '/' },
    ],
  })
}
