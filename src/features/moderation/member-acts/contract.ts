import { z } from 'zod'
import { endpoint, field, pressKey } from '#contract'

/** The most characters of a reason. Discord's audit log takes 512, including the moderator's name. */
export const longestReason = 400

const hour = 60 * 60

/** How far back a ban deletes messages, by the word that is typed for it. */
export const deletionWindows = [
  { value: 'del-0', label: 'None', seconds: 0 },
  { value: 'del-1h', label: 'Of the last hour', seconds: hour },
  { value: 'del-6h', label: 'Of the last 6 hours', seconds: 6 * hour },
  { value: 'del-12h', label: 'Of the last 12 hours', seconds: 12 * hour },
  { value: 'del-1d', label: 'Of the last day', seconds: 24 * hour },
  { value: 'del-3d', label: 'Of the last 3 days', seconds: 3 * 24 * hour },
  { value: 'del-7d', label: 'Of the last 7 days', seconds: 7 * 24 * hour },
] as const
export type DeletionWindow = (typeof deletionWindows)[number]['value']

/** Returns the length of a window in seconds. */
export const secondsOf = (window: DeletionWindow): number =>
  deletionWindows.find(({ value }) => value === window)?.seconds ?? 0

const windowNames = deletionWindows.map(({ value }) => value) as [DeletionWindow, ...DeletionWindow[]]

/** What can be done to somebody on their page; each is the command with that name. */
export const memberActs = ['warn', 'timeout', 'untimeout', 'kick', 'softban', 'ban', 'unban', 'note'] as const
export type MemberAct = (typeof memberActs)[number]

const path = '/guild/:guildId/moderation/members/:userId'

const key = pressKey
const reason = field.text('Reason', { max: longestReason }).optional()
/** As typed in a chat: `10m`, `1h 30m`. */
const duration = z.string().trim().max(200)

/** What was done, sentence by sentence, as in a command's reply. */
const reply = z.object({ told: z.array(z.string()).min(1) })

/** People who may use a command may do the same here: neither requires access to moderation's own page. */
const act = { method: 'POST', needs: 'visit', reply } as const

export const memberActEndpoints = {
  memberActs: endpoint({
    summary: 'Lists what the caller may do to somebody now, the most likely first, and what prevents it.',
    method: 'GET',
    path: `${path}/acts`,
    needs: 'visit',
    reply: z.object({
      acts: z.array(
        z.object({
          act: z.enum(memberActs),
          why: z.string().nullable().meta({ description: 'Why it cannot be done now; null if it can.' }),
        }),
      ),
      reasons: z
        .array(z.object({ name: z.string(), text: z.string() }))
        .meta({ description: 'The quick reasons of the server.' }),
    }),
  }),
  warn: endpoint({
    ...act,
    summary: 'Warns a member.',
    path: `${path}/warn`,
    command: 'warn',
    permissions: ['KickMembers'],
    body: z.strictObject({ key, reason }),
  }),
  timeout: endpoint({
    ...act,
    summary: 'Times a member out, or changes the length of the timeout.',
    path: `${path}/timeout`,
    command: 'timeout',
    permissions: ['ModerateMembers'],
    body: z.strictObject({ key, duration, reason }),
  }),
  untimeout: endpoint({
    ...act,
    summary: 'Ends the timeout of a member.',
    path: `${path}/untimeout`,
    command: 'untimeout',
    permissions: ['ModerateMembers'],
    body: z.strictObject({ key, reason }),
  }),
  kick: endpoint({
    ...act,
    summary: 'Kicks a member.',
    path: `${path}/kick`,
    command: 'kick',
    permissions: ['KickMembers'],
    body: z.strictObject({ key, reason }),
  }),
  softban: endpoint({
    ...act,
    summary: 'Bans somebody and lifts the ban at once, which deletes their messages of the last 7 days.',
    path: `${path}/softban`,
    command: 'softban',
    permissions: ['BanMembers'],
    body: z.strictObject({ key, reason }),
  }),
  ban: endpoint({
    ...act,
    summary: 'Bans somebody, for a while or for good, and deletes their latest messages if wanted.',
    path: `${path}/ban`,
    command: 'ban',
    permissions: ['BanMembers'],
    body: z.strictObject({ key, duration: duration.optional(), delete: z.enum(windowNames).optional(), reason }),
  }),
  unban: endpoint({
    ...act,
    summary: 'Lifts the ban of somebody.',
    path: `${path}/unban`,
    command: 'unban',
    permissions: ['BanMembers'],
    body: z.strictObject({ key, reason }),
  }),
  note: endpoint({
    ...act,
    summary: 'Keeps a note about somebody, for moderators only.',
    path: `${path}/note`,
    command: 'note',
    permissions: ['ModerateMembers'],
    body: z.strictObject({
      key,
      text: field.text('Note', { max: longestReason }).trim().min(1, 'Note cannot be empty.'),
    }),
  }),
}
