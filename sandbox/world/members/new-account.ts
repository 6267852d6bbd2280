import type { Sandbox } from '../../context.ts'
import { blankUser } from '../blank.ts'

const dayMs = 24 * 3_600_000

/**
 * A new account in no server, created within the last two days. Sign in with its login, as with the others.
 * @param kind what its login begins with: 'raider' makes 'raider1234'
 * @returns its user id
 */
export function createAccount(sandbox: Sandbox, kind: string): string {
  const id = sandbox.nextId()
  const username = `lurker_${Math.floor(sandbox.random() * 9000 + 1000)}`
  sandbox.world.accounts.set(id, {
    login: `${kind}${id}`,
    user: blankUser({ id, username }),
    email: `${username}@example.test`,
    bot: false,
    lastActive: sandbox.now() - Math.floor(sandbox.random() * 2 * dayMs),
  })
  return id
}
