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

/** The powers that the page distinguishes, in its order. */
export const powerKeys = held.keyof().options
export type PowerKey = (typeof powerKeys)[number]

/** Somebody, by the name that the server knows them by. */
const somebody = z.object({
  id: z.string(),
  name: z.string(),
  avatarURL: z.string().nullable(),
  bot: z.boolean(),
})
export type Somebody = z.output<typeof somebody>

/** The most people of a row who are named. */
export const mostNamed = 25

const rung = z.object({
  kind: z.enum(['owner', 'role', 'member', 'everyone']),
  id: z.string(),
  name: z.string(),
  /** 0xRRGGBB; 0 for none. */
  colour: z.number(),
  /** Whether it is above the bot. */
  above: z.boolean(),
  people: z.array(somebody).max(mostNamed),
  count: z.number().meta({ description: 'How many people have it, including those who are not named.' }),
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
  /** Whether Palisade can switch it on itself. */
  turnOn: z.boolean(),
  tab: z
    .enum(['protection', 'users', 'permissions'])
    .nullable()
    .meta({ description: 'The tab of the settings where it is changed.' }),
})
export type ShownCost = z.output<typeof cost>

const fix = z.object({
  /** The key of the cost that this fix removes. */
  key: z.string(),
  who: somebody,
  title: z.string(),
  why: z.string(),
  /** The role to try it with. */
  roleId: z.string().nullable(),
  steps: z.array(z.string()),
})
export type ShownFix = z.output<typeof fix>

const posture = z.object({
  score: z.number().int().min(0).max(100),
  sentence: z.string(),
  costs: z.array(cost),
  ladder: z.array(rung),
  /** How many of the powerful people could be stopped, without the owner. */
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
    summary: 'Reports at once when roles, their holders or settings change.',
    method: 'GET',
    path: `${path}/live`,
    needs: 'antinuke.view',
    reply: stream({ changed: z.object({}) }),
  }),
  repairPosture: endpoint({
    summary: 'Switches on a setting that costs points.',
    method: 'POST',
    idempotent: 'What is on stays on.',
    path: `${path}/turn-on`,
    needs: 'antinuke.modules',
    body: z.strictObject({ key: z.string().max(60) }),
    reply: posture,
  }),
}
