import { z } from 'zod'
import { endpoint, file, person, snowflake, stream } from '#contract'
import { objectKind } from '../time-machine/contract.ts'

/** A part of a sentence: text, or somebody or something by name. The name is null where the reader may not know it. */
const part = z.union([
  z.string(),
  z.object({ about: z.enum(['user', 'role', 'channel', 'category']), id: z.string(), name: z.string().nullable() }),
])
export type ShownPart = z.output<typeof part>

const state = z.enum(['under-way', 'contained', 'not-stopped', 'undone'])
const lane = z.enum(['attack', 'stop', 'restore', 'settings', 'verify'])
export type ShownLane = z.output<typeof lane>

/** How many milliseconds one picket of an incident's strip stands for, and how many pickets there are at most. */
export const picketMs = 50
export const mostPickets = 40

/** A row of pickets: what happened in each slice of time. */
export const strip = z.array(z.enum(['idle', 'attack', 'stop', 'repair']))

/** Times are Unix ms. */
const incident = z.object({
  number: z.number(),
  state,
  module: z.string().meta({ description: 'The label of the module that noticed it first.' }),
  punishment: z.string().meta({ description: 'The label of the punishment that the settings asked for.' }),
  actor: person.nullable().meta({ description: 'Null where Discord does not say who it was.' }),
  startedAt: z.number(),
  lastAt: z.number(),
  decidedAt: z.number(),
  requestedAt: z.number().nullable(),
  confirmedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  landed: z.number().meta({ description: 'Hostile actions that are known to have taken effect.' }),
  strip,
})
export type ShownIncident = z.output<typeof incident>

const event = z.object({
  id: z.number(),
  /** Unix ms. */
  at: z.number(),
  lane,
  parts: z.array(part),
  entry: snowflake.nullable().meta({ description: "The entry of Discord's audit log that proves it." }),
})
export type ShownEvent = z.output<typeof event>

const sanction = z.object({
  user: person,
  state: z.enum(['pending', 'done', 'refused', 'undone']),
  done: z.enum(['ban', 'kick', 'timeout', 'strip', 'defuse', 'delete-webhook']).nullable(),
  roles: z.number().meta({ description: 'How many roles were taken.' }),
  /** According to the journal, just before the attack. */
  power: z.array(z.object({ role: z.string().nullable(), permissions: z.string() })),
  given: z
    .object({ by: person, at: z.number() })
    .nullable()
    .meta({ description: 'Who gave that power, and when (Unix ms).' }),
  memberSince: z.number().nullable().meta({ description: 'Null for people who are no longer members.' }),
  settledAt: z.number().nullable(),
})
export type ShownSanction = z.output<typeof sanction>

const provenField = z.object({
  label: z.string().nullable().meta({ description: 'Null for the object as a whole.' }),
  before: z.string().nullable(),
  now: z.string().nullable(),
  same: z.boolean(),
  reason: z.string().nullable(),
})
export type ProvenField = z.output<typeof provenField>

/** An object of a report, as calls name it. */
const objectName = z.object({ kind: objectKind, id: z.string().max(100) })

const verifiedObject = z.object({
  of: objectKind.meta({ description: 'The kind as calls name it.' }),
  kind: z.string().meta({ description: 'As people call it: Channel.' }),
  /** The id before the attack, and the current one if it was recreated. */
  id: z.string(),
  newId: z.string().nullable(),
  name: z.string().nullable(),
  fields: z.array(
    z.object({
      label: z.string().nullable().meta({ description: 'Null for the object as a whole.' }),
      same: z.boolean(),
      reason: z.string().nullable(),
    }),
  ),
})
export type VerifiedObject = z.output<typeof verifiedObject>

const recovery = z.object({
  state: z.enum(['planning', 'running', 'waiting', 'verifying', 'done', 'stopped']),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  waitsUntil: z.number().nullable(),
  problem: z.string().nullable(),
  steps: z.object({ done: z.number(), total: z.number() }),
  verified: z.array(verifiedObject),
  lost: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      name: z.string().nullable(),
      field: z.string().nullable(),
      reason: z.string(),
      newAddress: z.boolean().meta({ description: 'Whether it is a webhook that has been recreated.' }),
    }),
  ),
})
export type ShownRecovery = z.output<typeof recovery>

export const mostEvents = 1000

const report = z.object({
  incident,
  events: z.array(event).max(mostEvents),
  moreEvents: z.number().meta({ description: `How many there are beyond the first ${mostEvents}.` }),
  sanctions: z.array(sanction),
  webhooks: z.array(snowflake).meta({ description: 'The attackers that are webhooks and not people.' }),
  recovery: recovery.nullable(),
  together: z
    .array(z.number())
    .meta({ description: 'The other incidents whose damage is, or was, put back together with it.' }),
  restoring: z.boolean().meta({
    description:
      'Whether what was destroyed in it is being put back, perhaps together with what was in another incident.',
  }),
  previous: z.number().nullable(),
  next: z.number().nullable(),
  mayUndo: z.boolean(),
})
export type IncidentReport = z.output<typeof report>

const one = '/guild/:guildId/antinuke/incidents/:number'

export const incidentEndpoints = {
  incidentsLive: endpoint({
    summary: 'Reports at once when an incident begins or continues.',
    method: 'GET',
    path: '/guild/:guildId/antinuke/incidents/live',
    needs: 'antinuke.view',
    reply: stream({ changed: z.object({}) }),
  }),
  incidents: endpoint({
    summary: 'Lists the attacks on the server, newest first.',
    method: 'GET',
    path: '/guild/:guildId/antinuke/incidents',
    needs: 'antinuke.view',
    query: z.object({
      /** Returns incidents with a smaller number, for the next page. */
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(50).default(25),
    }),
    reply: z.object({ incidents: z.array(incident), total: z.number() }),
  }),
  incident: endpoint({
    summary:
      'Says everything about one attack: what landed, what was done against it, what was put back and what is lost.',
    method: 'GET',
    path: one,
    needs: 'antinuke.view',
    reply: report,
  }),
  exportIncident: endpoint({
    summary: 'Exports the report of an incident as a file.',
    method: 'GET',
    path: `${one}/export`,
    needs: 'antinuke.view',
    query: z.object({ format: z.enum(['json', 'html', 'markdown']).default('json') }),
    reply: file('application/json', 'text/html', 'text/markdown'),
  }),
  restoreIncident: endpoint({
    summary: 'Puts back what the attackers of an incident did, or tries again what is still missing.',
    method: 'POST',
    idempotent: 'It is refused while it runs; what is there is not made again.',
    path: `${one}/restore`,
    needs: 'antinuke.edit',
    reply: z.object({}),
  }),
  provenObject: endpoint({
    summary: 'Shows how one object of the report was before the attack and how it is now, field by field.',
    method: 'GET',
    path: `${one}/object`,
    needs: 'antinuke.view',
    query: objectName,
    reply: z.object({
      hidden: z.boolean().meta({ description: 'Whether the reader may not see it: then there are no values.' }),
      fields: z.array(provenField),
    }),
  }),
  setAgain: endpoint({
    summary: 'Puts back the fields of one object that still differ. It can be undone in the time machine.',
    method: 'POST',
    idempotent: 'It is refused where nothing differs.',
    path: `${one}/set-again`,
    needs: 'antinuke.edit',
    body: objectName.strict(),
    reply: z.object({ id: z.number() }),
  }),
  webhookAddress: endpoint({
    summary: 'Returns the address of a recreated webhook to somebody who has Manage Webhooks in its channel.',
    method: 'POST',
    onlyAsks: true,
    path: `${one}/webhook-address`,
    needs: 'antinuke.edit',
    body: z.strictObject({ id: snowflake }),
    reply: z.object({ url: z.string() }),
  }),
  declareMeant: endpoint({
    summary:
      'Says that an incident was not an attack: undoes what was done against people, stops putting the server back, and whitelists them for a day.',
    method: 'POST',
    idempotent: 'It can be said once about an incident.',
    path: `${one}/meant`,
    needs: 'antinuke.edit',
    body: z.strictObject({
      users: z.array(snowflake).max(1000).meta({
        description: 'The people against whom something was done, according to the report: nobody else is forgiven.',
      }),
    }),
    reply: z.object({}),
  }),
  undoPunishment: endpoint({
    summary: 'Undoes what was done in an incident against everybody, or against one of them.',
    method: 'POST',
    idempotent: 'What was undone is not undone again.',
    path: `${one}/undo`,
    needs: 'antinuke.edit',
    body: z.strictObject({ userId: snowflake.optional() }),
    reply: z.object({
      undone: z.array(z.object({ user: person, how: z.enum(['undone', 'impossible', 'refused']) })),
    }),
  }),
}
