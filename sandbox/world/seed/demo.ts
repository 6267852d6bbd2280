import { emptyWorld, type World } from '../state.ts'
import { addDemoAccounts } from './demo-accounts.ts'
import { addClimbers, addReadingRoom } from './demo-guilds.ts'
import { addTidewater } from './demo-tidewater.ts'

/** The world of the demo and of most tests: the same ids and contents at every start, whatever the seed. */
export function demoWorld(seed: number): World {
  const world = emptyWorld(seed)
  const ids = addDemoAccounts(world)
  addTidewater(world, ids)
  addReadingRoom(world, ids)
  addClimbers(world, ids)
  return world
}
