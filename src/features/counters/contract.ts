import { z } from 'zod'
import { contract, endpoint, field, limited, settingsForm, snowflake } from '#contract'

/** What can be counted. */
export const kinds = ['users', 'members', 'bots', 'boosts'] as const
export type CounterKind = (typeof kinds)[number]
export const isKind = (word: string): word is CounterKind => kinds.some(kind => kind === word)

/** Explains what each kind counts. */
export const meanings: Record<CounterKind, string> = {
  users: 'Everybody, bots too',
  members: 'People, without bots',
  bots: 'Bots',
  boosts: 'Server boosts',
}

/** The placeholders of a counter's name, without braces. */
export const fills = ['count'] as const

/** Discord's longest channel name is 100; the number needs room. */
export const longestName = 80

const name = limited(longestName, 'Name').refine(text => text.trim() !== '', 'Give the channel a name.')
const counter = z.object({
  kind: z.enum(kinds),
  /** The name as typed, with or without `{count}`. */
  name: z.string(),
  channelId: snowflake,
  /** The channel's current name; null if it no longer exists. */
  channelName: z.string().nullable(),
  /** The number that it should show; null until everybody has been counted. */
  count: z.number().nullable(),
})
export type Counter = z.output<typeof counter>

const settings = z.object({
  enabled: field
    .toggle('Counters', { help: 'Voice channels whose names show figures. Nobody can join them.' })
    .default(false),
})

export default contract('counters', {
  title: 'Counters',
  asks: {
    ManageChannels: 'to write numbers into the names of channels',
    Connect: 'to rename voice channels, which Discord allows only to those who may join them',
  },
  summary: 'Voice channels whose names say how many members there are.',
  words: ['member count', 'statistics', 'stats', 'voice channels'],
  icon: 'hash',
  docs: 'Community',
  page: { path: 'counters', area: 'COMMUNITY', order: 3 },
  settings,
  endpoints: {
    set: endpoint({
      summary: 'Creates the voice channel of a counter, or renames it.',
      method: 'PUT',
      path: '/guild/:guildId/counters/:kind',
      needs: 'manage',
      permissions: ['ManageChannels'],
      body: z.strictObject({ name }),
      reply: z.object({ channelId: snowflake }),
    }),
    remove: endpoint({
      summary: 'Removes a counter with its voice channel.',
      method: 'DELETE',
      path: '/guild/:guildId/counters/:kind',
      needs: 'manage',
      permissions: ['ManageChannels'],
      reply: z.object({}),
    }),
  },
  forms: {
    counters: settingsForm({
      summary: 'Switches the counters on or off.',
      address: '/guild/:guildId/counters',
      flag: 'countersUpdate',
      under: 'counters',
      settings,
      shows: z.object({ list: z.array(counter) }),
    }),
  },
})
