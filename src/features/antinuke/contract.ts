import { z } from 'zod'
import { contract, endpoint, field, settingsForm, snowflake } from '#contract'
import { drillEndpoints } from './drill/contract.ts'
import { incidentEndpoints } from './incidents/contract.ts'
import { limitsSchema, modules, moduleSwitches, overrides, punishments } from './modules/contract.ts'
import { panicEndpoints } from './panic/contract.ts'
import { postureEndpoints } from './posture/contract.ts'
import { allowances, documentedUser, extraOwners, userAccess, whitelist } from './rights/contract.ts'
import { tamperEndpoints } from './tamper/contract.ts'
import { timeMachineEndpoints } from './time-machine/contract.ts'

/** Switches for what holders of the bypass role may do without being counted. */
const bypass = (label: string) => field.toggle(label).default(false)
const bypassPermissions = z
  .object({
    can_ban: bypass('Ban members'),
    can_kick: bypass('Kick members'),
    can_manage_roles: bypass('Manage roles'),
    can_manage_channels: bypass('Manage channels'),
    can_manage_webhooks: bypass('Manage webhooks'),
  })
  .meta({ title: 'Bypass permissions', merges: true })
export type BypassPermission = keyof z.output<typeof bypassPermissions>

/** Settings, under the names of the documented calls where those have one. */
export const settings = z.object({
  enabled: field.toggle('AntiNuke').default(false),
  punishment: field
    .choice('Punishment', punishments, {
      help: 'What happens to somebody who is stopped, unless the module has its own punishment.',
    })
    .default('BAN'),
  modules: moduleSwitches.prefault({}),
  modulePunishments: overrides.prefault({}),
  limits: limitsSchema.prefault({}),
  bypassRole: field.role('Bypass role').nullable().default(null),
  bypassPermissions: bypassPermissions.prefault({}),
  extraOwners: extraOwners.default([]),
  whitelist: whitelist.default([]),
  allowances: allowances.default([]),
  logChannel: field
    .channel('Log channel', { posts: true, help: 'Incidents and alarms are posted here.' })
    .nullable()
    .default(null),
  autoRecovery: field
    .toggle('Auto recovery', { help: 'What an attack destroyed is put back at once, as far as Discord allows.' })
    .default(true),
  twoPersons: field
    .toggle('Two-person confirmation', {
      help: 'What weakens the protection waits until the owner or another extra owner confirms it. The owner never waits.',
    })
    .default(false),
})
export type AntinukeSettings = z.output<typeof settings>

export default contract('antinuke', {
  title: 'Anti-nuke',
  asks: {
    ViewAuditLog: 'to see who does what; without it nobody can be stopped',
    ManageRoles: 'to take the roles of attackers away, and put roles back',
    ManageChannels: 'to put channels back',
    ManageWebhooks: 'to remove webhooks of attackers and put others back',
    ManageGuild: "to put the server's settings and invites back",
    ManageGuildExpressions: 'to put emoji and stickers back',
    ManageEvents: 'to put events back',
    KickMembers: 'to kick attackers who cannot be punished otherwise, and bots',
    BanMembers: 'to ban attackers, and lift the bans they made',
    ModerateMembers: 'to time attackers out',
    MuteMembers: 'to unmute people whom attackers muted in voice channels',
    DeafenMembers: 'to undeafen people whom they deafened there',
  },
  summary: 'Stops destructive actions and restores what was lost.',
  words: [...modules.map(({ label }) => label), 'raid', 'protection', 'security', 'backup', 'nuke'],
  icon: 'shield',
  docs: 'Anti-Nuke Protection',
  uses: ['moderation'],
  page: {
    path: 'antinuke',
    name: 'Antinuke Configuration',
    card: 'Antinuke Protection',
    area: 'SERVER MANAGEMENT',
    order: 3,
  },
  front: {
    order: 1,
    text: 'Anybody who attacks the server is out before their next click, and what they destroyed is put back as it was.',
  },
  settings,
  endpoints: {
    ...tamperEndpoints,
    ...incidentEndpoints,
    ...panicEndpoints,
    ...postureEndpoints,
    ...timeMachineEndpoints,
    condition: endpoint({
      summary: 'Says whether anti-nuke is on, and which of its modules are.',
      method: 'GET',
      path: '/guild/:guildId/antinuke/condition',
      needs: 'antinuke.view',
      reply: z.object({
        enabled: z.boolean(),
        modules: z.array(z.object({ label: z.string(), on: z.boolean() })),
      }),
    }),
    ...drillEndpoints,
    createBypassRole: endpoint({
      summary: 'Creates the bypass role, without any permissions, and chooses it.',
      method: 'POST',
      idempotent: 'It is refused while there is one.',
      path: '/guild/:guildId/antinuke/create-bypass-role',
      needs: 'antinuke.bypassRole',
      reply: z.object({ roleId: snowflake }),
    }),
    searchUsers: endpoint({
      summary: 'Finds people by the beginning of their name in this server, or anybody by ID.',
      method: 'GET',
      path: '/guild/:guildId/search-users',
      needs: 'antinuke.whitelist',
      query: z.object({
        q: z.string().trim().min(2, 'Type at least 2 characters.').max(100, 'Type at most 100 characters.'),
      }),
      reply: z.object({ users: z.array(documentedUser) }),
    }),
  },
  forms: {
    antinuke: settingsForm({
      summary: 'Saves the settings of anti-nuke; what is left out stays as it is.',
      address: '/guild/:guildId/antinuke',
      flag: 'antiNukeUpdate',
      needs: 'antinuke.edit',
      section: 'antinuke',
      keys: 'snake_case',
      settings,
      shows: z.object({ whitelist_users: z.array(documentedUser), extraowner_users: z.array(documentedUser) }),
      echoed: ['whitelist_users', 'extraowner_users'],
      beside: z.object({ userAccess }),
    }),
  },
})
