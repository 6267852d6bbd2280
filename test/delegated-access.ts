import access from '#features/access/contract.ts'
import { createHarness } from './harness.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

/**
 * The demo server's dashboard for its owner, an administrator and a member without rights, and functions to give that
 * member access.
 */
export async function createDelegatedAccess() {
  const clock = { now: Date.now() }
  const app = await createHarness({ now: () => clock.now })
  const owner = await app.signIn('owner')
  const admin = await app.signIn('admin')
  const helper = await app.signIn('member1')
  const helperId = app.as('member1').userId
  const at = (path: string) => `/api/guild/${app.guildId}/${path}`
  return {
    app,
    clock,
    owner,
    admin,
    helper,
    helperId,
    at,
    /** Gives access to the helper, or to the person that `body` names. */
    give: (body: object, by: Visitor = owner) =>
      by.call('POST', at('access'), { kind: 'member', id: helperId, expiresAt: null, ...body }),
    take: (feature: string, by: Visitor = owner, id: string = helperId) =>
      by.call('DELETE', at(`access/${id}/${feature}`)),
    status: async (method: string, path: string, body?: object, by: Visitor = helper) =>
      (await by.call(method, at(path), body)).status,
    grants: () => app.product.services.settings.read(app.guildId, access).grants,
    /** Makes a role. @returns its id, as soon as the product knows it */
    async role(name: string): Promise<string> {
      const { id } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name })
      const known = () => app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.has(id)
      await until('the role to be known', known)
      return id
    },
  }
}
