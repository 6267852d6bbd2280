import { z } from 'zod'
import { endpoint, onOff, snowflake } from '#contract'
import { madeChanges, manyChanges, mark, plannedChanges } from '../many-changes/contract.ts'

/** The five questions, in order. */
export const questions = ['kind', 'log', 'staff', 'greet', 'guard'] as const
export type SetupQuestion = (typeof questions)[number]

export const kinds = [
  { value: 'makers', label: 'Makers' },
  { value: 'games', label: 'Games' },
  { value: 'study', label: 'Study' },
  { value: 'support', label: 'Support' },
  { value: 'creators', label: 'Creators' },
  { value: 'other', label: 'Other' },
] as const
export type CommunityKind = (typeof kinds)[number]['value']

export const guards = [
  { value: 'watch', label: 'Watch', text: 'Writes down what it would do. Touches nobody.' },
  { value: 'careful', label: 'Careful', text: 'Stops clear attacks. Removes spam and mass mentions.' },
  { value: 'strict', label: 'Strict', text: 'Also removes links and invites.' },
  { value: 'none', label: 'Not yet', text: 'Leaves protection as it is.' },
] as const
export type Guard = (typeof guards)[number]['value']

const valuesOf = <const V extends string>(choices: readonly { value: V }[]) =>
  choices.map(({ value }) => value) as [V, ...V[]]

/** The protection that is suggested for each kind of community. */
export const usualGuard: Record<CommunityKind, Guard> = {
  makers: 'careful',
  games: 'careful',
  study: 'careful',
  support: 'strict',
  creators: 'strict',
  other: 'careful',
}

const setupAnswers = z.object({
  kind: z.enum(valuesOf(kinds)),
  /** If left out, the present setting stays. */
  logChannel: snowflake.optional(),
  staffRole: snowflake.optional(),
  greet: onOff,
  greetChannel: snowflake.optional(),
  goodbye: onOff,
  guard: z.enum(valuesOf(guards)),
})
export type SetupAnswers = z.output<typeof setupAnswers>

/** A hint about an answer, shown before it is given. */
const hint = z.object({
  question: z.enum(questions),
  tone: z.enum(['good', 'warning']),
  sentence: z.string(),
})
export type SetupHint = z.output<typeof hint>

const address = '/guild/:guildId/setup'

export const setupEndpoints = {
  setup: endpoint({
    summary: 'Says whether anything was ever set in the server, and which answers would suit it.',
    method: 'GET',
    path: address,
    needs: 'manage',
    reply: z.object({
      untouched: z.boolean().meta({ description: 'Nothing was ever set here.' }),
      suggested: z.object({
        kind: setupAnswers.shape.kind,
        logChannel: snowflake.nullable(),
        staffRole: snowflake.nullable(),
        greetChannel: snowflake.nullable(),
      }),
      last: manyChanges
        .nullable()
        .meta({ description: 'The last changes that were made at once here, unless undone.' }),
    }),
  }),
  planSetup: endpoint({
    summary: 'Shows what the answers would change, before and after; nothing is changed.',
    method: 'GET',
    path: `${address}/plan`,
    needs: 'manage',
    query: setupAnswers,
    reply: plannedChanges.extend({ hints: z.array(hint) }),
  }),
  applySetup: endpoint({
    summary: 'Makes the changes that the plan of these answers shows, all of them or none.',
    method: 'POST',
    idempotent: 'It needs the mark of a plan, which the first call has made outdated.',
    path: address,
    needs: 'manage',
    body: setupAnswers.extend({ mark }),
    reply: madeChanges,
  }),
  postponeSetup: endpoint({
    summary: 'Dismisses the setup for the caller, or for everybody in the server.',
    method: 'POST',
    idempotent: 'Dismissing it again changes nothing.',
    path: `${address}/later`,
    needs: 'manage',
    body: z.object({
      /**
       * True dismisses the setup for the whole server, which starts with nothing set; otherwise only the caller is not
       * asked again.
       */
      everybody: z.boolean().default(false),
    }),
    reply: z.object({}),
  }),
}
