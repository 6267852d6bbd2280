import type { Sandbox } from '../../context.ts'
import { blankUser } from '../blank.ts'

const dayMs = 24 * 3_600_000

/**
 * Makes an account that is in no server and was last active within the past two days. Its login can sign in, as the
 * others can.
 * @param kind what its login begins with; its user id follows
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
