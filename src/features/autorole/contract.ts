import { z } from 'zod'
import { contract, field, form, onOff } from '#contract'

/** How many roles one newcomer gets, and how long that may take. */
export const limits = { roles: 10, delayMinutes: 1440 } as const

const roles = (label: string, help: string) =>
  field.roles(label, { assignable: true, help }).max(limits.roles, `${label}: at most ${limits.roles}.`)

const fields = {
  memberRoles: roles('Roles for members', 'Given to everybody who joins, except bots.'),
  botRoles: roles('Roles for bots', 'Given to bots that are added.'),
  delayMinutes: field.number('Delay', {
    min: 0,
    max: limits.delayMinutes,
    unit: 'minutes',
    help: 'How long after joining. 0 gives the roles at once.',
  }),
  waitForScreening: field.toggle('Wait for the rules', {
    help: 'Give roles only after the member has accepted the rules of the server. A role given earlier would let them past the rules.',
  }),
  stickyRoles: field.toggle('Give roles back', {
    help: 'Members who return get the roles they had. Roles with moderating permissions are never given back.',
  }),
}

export default contract('autorole', {
  title: 'Auto Roles',
  settings: z.object({
    enabled: field.toggle('Auto Roles').default(false),
    memberRoles: fields.memberRoles.default([]),
    botRoles: fields.botRoles.default([]),
    delayMinutes: fields.delayMinutes.default(0),
    waitForScreening: fields.waitForScreening.default(true),
    stickyRoles: fields.stickyRoles.default(false),
  }),
  forms: {
    autorole: form({
      summary: 'Saves which roles newcomers and returning members get.',
      address: '/guild/:guildId/autorole',
      flag: 'autoroleUpdate',
      under: 'autorole',
      body: z.strictObject({
        enabled: onOff.optional(),
        memberRoles: fields.memberRoles.optional(),
        botRoles: fields.botRoles.optional(),
        delayMinutes: fields.delayMinutes.optional(),
        waitForScreening: onOff.optional(),
        stickyRoles: onOff.optional(),
      }),
      view: z.object({
        enabled: z.boolean(),
        memberRoles: z.array(z.string()),
        botRoles: z.array(z.string()),
        delayMinutes: z.number(),
        waitForScreening: z.boolean(),
        stickyRoles: z.boolean(),
      }),
    }),
  },
})
