import { PermissionFlagsBits } from 'discord-api-types/v10'
import type { Harness } from './harness.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

/** A person with access to every feature of the dashboard, and in Discord only the permissions given by `allow`. */
export interface Delegate {
  visitor: Visitor
  /** Their role. */
  role: string
  /** Gives their role exactly these permissions and waits until the product knows. */
  allow(...names: (keyof typeof PermissionFlagsBits)[]): Promise<void>
}

/** Gives member1 access to every feature, and a role without permissions. */
export async function appointDelegate(app: Harness, owner: Visitor): Promise<Delegate> {
  const boss = app.as('owner')
  const { userId } = app.as('member1')
  const entry = { name: 'Deputy', permissions: '0' }
  const { id: role } = await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, entry)
  await boss.rest('PUT', `/guilds/${app.guildId}/members/${userId}/roles/${role}`)
  const grant = { kind: 'member', id: userId, feature: 'all', level: 'manage', expiresAt: null }
  await owner.call('POST', `/api/guild/${app.guildId}/access`, grant)
  const known = () => {
    const guild = app.product.services.client.guilds.cache.get(app.guildId)
    return guild?.members.cache.get(userId)?.roles.cache.get(role)?.permissions.bitfield
  }
  return {
    visitor: await app.signIn('member1'),
    role,
    async allow(...names) {
      const bits = names.reduce((sum, name) => sum | PermissionFlagsBits[name], 0n)
      await boss.rest('PATCH', `/guilds/${app.guildId}/roles/${role}`, { permissions: String(bits) })
      await until('the role to be known', () => known() === bits)
    },
  }
}
