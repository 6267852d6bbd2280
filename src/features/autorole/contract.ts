import { z } from 'zod'
import { contract, field, settingsForm } from '#contract'

/** The most roles that one newcomer gets, and the longest delay. */
export const limits = { roles: 10, delayMinutes: 1440 } as const

const roles = (label: string, help: string) =>
  field.roles(label, { assignable: true, help }).max(limits.roles, `${label}: at most ${limits.roles}.`)

const settings = z.object({
  enabled: field.toggle('Auto Roles').default(false),
  memberRoles: roles('Roles for members', 'Given to everybody who joins, except bots.').default([]),
  botRoles: roles('Roles for bots', 'Given to bots that are added.').default([]),
  delayMinutes: field
    .number('Delay', {
      min: 0,
      max: limits.delayMinutes,
      unit: 'minutes',
      help: 'How long after joining. 0 gives the roles at once.',
    })
    .default(0),
  waitForScreening: field
    .toggle('Wait for the rules', {
      help: 'Give roles only after the member has accepted the rules of the server. A role given earlier would let them past the rules.',
    })
    .default(true),
  stickyRoles: field
    .toggle('Give roles back', {
      help: 'Members who return get the roles they had. Roles with moderating permissions are never given back.',
      needs: 'ManageRoles',
    })
    .default(false),
})

export default contract('autorole', {
  title: 'Auto Roles',
  asks: {
    ManageRoles: 'to give roles to newcomers',
  },
  summary: 'Roles that members and bots get when they join.',
  words: ['join role', 'roles on join', 'default role', 'role for bots', 'verification'],
  icon: 'user-check',
  docs: 'Community',
  page: { path: 'autorole', area: 'COMMUNITY', order: 2 },
  settings,
  forms: {
    autorole: settingsForm({
      summary: 'Saves which roles newcomers and returning members get.',
      address: '/guild/:guildId/autorole',
      flag: 'autoroleUpdate',
      under: 'autorole',
      settings,
    }),
  },
})
