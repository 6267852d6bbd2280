import { expect } from 'vitest'
import type { PlannedChanges, PlannedThingItem } from '#kernel/many-changes/contract.ts'
import type { SettingsFile, Unfound } from '#kernel/transfer/contract.ts'
import type { Harness } from './harness.ts'
import type { Visitor } from './visitor.ts'

export type Plan = PlannedChanges & { unfound: Unfound[] }

/** Tables of the things that are transferred besides settings, and of the records about them. */
const tables = [
  'custom_commands',
  'automations',
  'automation_runs',
  'ticket_tags',
  'reactionrole_menus',
  'ticket_panels',
  'made_changes',
  'settings_history',
]

/** The address at which the page of each kind saves. */
export const saves = {
  command: 'customcommands/commands',
  automation: 'automations/list',
  tag: 'tickets/tags',
  menu: 'reactionroles/menus',
  panel: 'tickets/panels',
} as const
export type Kind = keyof typeof saves

export const thingsIn = ({ features }: Plan): PlannedThingItem[] => features.flatMap(({ things }) => things)
/** 'panel Support: new', or why it is not made. */
export const toldThings = (plan: Plan): string[] =>
  thingsIn(plan).map(({ noun, name, act, problem }) => `${noun} ${name}: ${problem ?? act}`)

/** Exports, imports and copies as people use them: the dashboard's API, called as the owner by default. */
export async function createTransfers(app: Harness) {
  const owner = await app.signIn('owner')
  const { world } = app.sandbox.context
  const at = (path: string, guildId = app.guildId) => `/api/guild/${guildId}/${path}`
  const exported = async (visitor: Visitor = owner, guildId = app.guildId) => {
    const { status, body } = await visitor.call('GET', at('settings/export', guildId))
    expect(status).toBe(200)
    return body as SettingsFile
  }
  return {
    owner,
    at,
    exported,
    /** Deletes everything that was created besides settings. */
    emptied: () => app.product.services.db.$client.exec(tables.map(name => `DELETE FROM ${name};`).join('')),
    role: (name: string) =>
      [...(world.guilds.get(app.guildId)?.roles.values() ?? [])].find(one => one.name === name)?.id ?? '',
    async save(kind: Kind, design: object, visitor: Visitor = owner) {
      const { status, body } = await visitor.call('POST', at(saves[kind]), design)
      expect([kind, status, body]).toEqual([kind, 200, expect.anything()])
      return body as Record<string, { id: string; revision: number; name: string }>
    },
    /** An export with things only, so that its plan contains nothing else. */
    thingsAlone: async () => ({ ...(await exported()), settings: {} }),
    async planned(body: object, visitor: Visitor = owner, guildId = app.guildId) {
      const { status, body: plan } = await visitor.call('POST', at('settings/plan', guildId), body)
      expect([status, plan]).toEqual([200, expect.anything()])
      return plan as Plan
    },
    async apply(body: object, { mark }: Plan, visitor: Visitor = owner, guildId = app.guildId) {
      const made = await visitor.call('POST', at('settings', guildId), { ...body, mark })
      expect([made.status, made.body]).toEqual([200, expect.anything()])
      return made.body as { id: number; changes: number }
    },
    undo: (id: number, visitor: Visitor = owner, guildId = app.guildId) =>
      visitor.call('POST', at(`changes/${id}/undo`, guildId)),
    /** The number of messages in each channel. */
    messages: () => [...world.channels.keys()].map(id => app.messages(id).length),
  }
}
export type Transfers = Awaited<ReturnType<typeof createTransfers>>
