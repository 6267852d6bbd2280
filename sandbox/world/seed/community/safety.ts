import {
  type APIAutoModerationRule,
  AutoModerationActionType as Action,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType as Trigger,
  GuildMemberFlags,
} from 'discord-api-types/v10'
import type { GuildState } from '../../state.ts'
import { idAt } from '../draft.ts'
import { type Dice, subjects } from './random-choices.ts'
import type { SeedRoles } from './roles.ts'
import type { SeedRooms } from './rooms.ts'

/** Adds as many rules as Discord allows, except the one about profiles. */
export function addRules(
  state: GuildState,
  dice: Dice,
  roles: SeedRoles,
  { rooms, updates }: SeedRooms,
  made: string,
): void {
  const block = { type: Action.BlockMessage, metadata: {} }
  const alert = { type: Action.SendAlertMessage, metadata: { channel_id: updates.id } }
  const timeout = { type: Action.Timeout, metadata: { duration_seconds: 600 } }
  const add = (name: string, trigger_type: Trigger, trigger_metadata: APIAutoModerationRule['trigger_metadata']) => {
    const id = idAt(made, `rule ${name}`)
    state.autoModerationRules.set(id, {
      id,
      guild_id: state.guild.id,
      creator_id: state.guild.owner_id,
      name,
      event_type: AutoModerationRuleEventType.MessageSend,
      trigger_type,
      trigger_metadata,
      actions: trigger_type === Trigger.Keyword && dice.chance(0.5) ? [block, alert, timeout] : [block, alert],
      enabled: dice.chance(0.8),
      exempt_roles: roles.moderators.map(role => role.id),
      exempt_channels: dice.some(rooms, dice.below(8)).map(room => room.id),
    })
  }
  for (let index = 0; index < 6; index++)
    add(`Words ${index}`, Trigger.Keyword, {
      keyword_filter: dice.some(subjects, 5).map(word => `${word}coin*`),
      regex_patterns: dice.chance(0.5) ? ['free\\s+\\w+'] : [],
      allow_list: dice.chance(0.5) ? ['claycoiner'] : [],
    })
  add('Spam', Trigger.Spam, {})
  add('Presets', Trigger.KeywordPreset, { presets: [1, 2, 3], allow_list: [] })
  add('Mentions', Trigger.MentionSpam, { mention_total_limit: 10, mention_raid_protection_enabled: true })
}

/** Adds onboarding with questions whose answers give roles, the welcome screen and the server guide. */
export function addWelcome(
  state: GuildState,
  dice: Dice,
  roles: SeedRoles,
  { open, rules }: SeedRooms,
  made: string,
): void {
  const { community, guild } = state
  const [none, hand] = [null, '👋'].map(name => ({ id: null, name, animated: false }))
  const ids = open.map(room => room.id)
  community.onboarding = {
    guild_id: guild.id,
    enabled: true,
    mode: 1,
    default_channel_ids: [rules.id, ...ids],
    prompts: Array.from({ length: 5 }, (_, index) => ({
      id: idAt(made, `prompt ${index}`),
      title: `What about ${dice.one(subjects)}?`,
      options: Array.from({ length: 3 + dice.below(4) }, (__, at) => ({
        id: idAt(made, `prompt ${index} option ${at}`),
        title: `${dice.one(subjects)} ${at}`,
        description: '',
        emoji: (dice.chance(0.5) ? hand : none) ?? { id: null, name: null, animated: false },
        role_ids: dice.some(roles.plain, 1 + dice.below(3)).map(role => role.id),
        channel_ids: dice.some(ids, dice.below(3)),
      })),
      single_select: dice.chance(0.5),
      required: index === 0,
      in_onboarding: index < 3,
      type: 0,
    })),
  }
  community.onboardingSaved = true
  for (const { options } of community.onboarding.prompts)
    for (const id of options.flatMap(option => option.role_ids)) {
      const role = state.roles.get(id)
      if (role) state.roles.set(id, { ...role, flags: 1 })
    }
  community.welcomeScreen = {
    description: 'Make something.',
    welcome_channels: ids
      .slice(0, 5)
      .map(channel_id => ({ channel_id, description: dice.one(subjects), emoji_id: null, emoji_name: '👋' })),
  }
  const titled = (channel_id: string) => ({ channel_id, title: dice.one(subjects), description: '' })
  community.serverGuide = {
    guild_id: guild.id,
    enabled: true,
    welcome_message: { author_ids: [guild.owner_id], message: 'Hello, [@username].' },
    new_member_actions: ids.slice(0, 3).map(id => ({ ...titled(id), action_type: 0 })),
    resource_channels: [titled(rules.id)],
  }
}

/**
 * Gives most people what remains of their answers to onboarding: the roles, and the flags that say how far they came.
 */
export function addAnswers(state: GuildState, dice: Dice, people: readonly string[]): void {
  for (const id of people) {
    const member = state.members.get(id)
    if (!member || dice.chance(0.2)) continue
    const isDone = dice.chance(0.9)
    member.flags |= GuildMemberFlags.StartedOnboarding | (isDone ? GuildMemberFlags.CompletedOnboarding : 0)
    const given = state.community.onboarding.prompts
      .filter(prompt => isDone && (prompt.required || dice.chance(0.5)))
      .flatMap(prompt => dice.one(prompt.options).role_ids)
    member.roles = [...new Set([...member.roles, ...given])]
  }
}
