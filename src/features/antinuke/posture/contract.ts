import { z } from 'zod'
import { endpoint, stream } from '#contract'

const reach = z.enum(['everywhere', 'some', 'none'])
const held = z.object({
  bans: reach,
  kicks: reach,
  roles: reach,
  channels: reach,
  webhooks: reach,
  server: reach,
  pings: reach,
})

/** The powers that the page tells apart, in its order. */
export const powerKeys = held.keyof().options
export type PowerKey = (typeof powerKeys)[number]

/** Somebody by name, as the server knows them. */
const somebody = z.object({
  id: z.string(),
  name: z.string(),
  avatarURL: z.string().nullable(),
  bot: z.boolean(),
})
export type Somebody = z.output<typeof somebody>

/** Of a row's people, by name. */
export const mostNamed = 25

const rung = z.object({
  kind: z.enum(['owner', 'role', 'member', 'everyone']),
  id: z.string(),
  name: z.string(),
  /** 0xRRGGBB; 0 for none. */
  colour: z.number(),
  /** Above the bot. */
  above: z.boolean(),
  people: z.array(somebody).max(mostNamed),
  count: z.number().meta({ description: 'How many have it, those not named included.' }),
  bots: z.number(),
  powers: held,
  answer: z.enum(['nobody-can', 'out-of-reach', 'trusted', 'unheld', 'no-power', 'steps', 'in-part', 'none']),
  steps: z.array(z.string()).meta({ description: 'What would be done, in this order, where there is an answer.' }),
})
export type Rung = z.output<typeof rung>

const cost = z.object({
  /** Unique in the list. */
  key: z.string(),
  points: z.number(),
  kind: z.enum(['reach', 'settings']),
  title: z.string(),
  why: z.string(),
  /** What Palisade can do itself. */
  turnOn: z.boolean(),
  tab: z
    .enum(['protection', 'users', 'permissions'])
    .nullable()
    .meta({ description: 'The tab of the settings where it is changed.' }),
})
export type ShownCost = z.output<typeof cost>

const fix = z.object({
  /** The cost that it takes away. */
  key: z.string(),
  who: somebody,
  title: z.string(),
  why: z.string(),
  /** Role to try it with. */
  roleId: z.string().nullable(),
  steps: z.array(z.string()),
})
export type ShownFix = z.output<typeof fix>

const posture = z.object({
  score: z.number().int().min(0).max(100),
  sentence: z.string(),
  costs: z.array(cost),
  ladder: z.array(rung),
  /** Of those with power, but for the owner. */
  stoppable: z.number(),
  powerful: z.number(),
  fixes: z.array(fix),
  rights: z.array(z.object({ name: z.string(), held: z.boolean() })),
  botName: z.string(),
})
export type ShownPosture = z.output<typeof posture>

const path = '/guild/:guildId/antinuke/posture'

export const postureEndpoints = {
  posture: endpoint({
    summary: 'Says who could destroy the server, whom the bot could not stop, and what would help.',
    method: 'GET',
    path,
    needs: 'antinuke.view',
    reply: posture,
  }),
  postureLive: endpoint({
    summary: 'Tells at once when roles, their holders or settings change.',
    method: 'GET',
    path: `${path}/live`,
    needs: 'antinuke.view',
    reply: stream({ changed: z.object({}) }),
  }),
  repairPosture: endpoint({
    summary: 'Switches on what costs points, where that is a setting.',
    method: 'POST',
    idempotent: 'What is on stays on.',
    path: `${path}/turn-on`,
    needs: 'antinuke.modules',
    body: z.strictObject({ key: z.string().max(60) }),
    reply: posture,
  }),
}
