import { communityWorld, type CommunitySizes } from './seed/community/world.ts'
import { demoWorld } from './seed/demo.ts'
import { generatedWorld, type Sizes } from './seed/generated.ts'
import { emptyWorld, type World } from './state.ts'

/**
 * What a sandbox starts with. `seed` drives its chance and its tokens, and makes the contents of a community; those of
 * the others are the same for every seed.
 */
type WorldPlan =
  | { kind: 'demo'; seed?: number }
  | { kind: 'empty'; seed?: number }
  | { kind: 'community'; seed?: number; sizes?: Partial<CommunitySizes> }
  | { kind: 'generated'; seed?: number; sizes: Sizes }

export function createWorld(plan: WorldPlan): World {
  const seed = plan.seed ?? 4711
  if (plan.kind === 'demo') return demoWorld(seed)
  if (plan.kind === 'community') return communityWorld(seed, plan.sizes)
  return plan.kind === 'generated' ? generatedWorld(seed, plan.sizes) : emptyWorld(seed)
}
