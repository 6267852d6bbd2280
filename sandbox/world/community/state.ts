import type { APIGuildWelcomeScreen, GuildOnboardingMode, GuildOnboardingPromptType } from 'discord-api-types/v10'

/** What a guild shows to newcomers, and its template. */
export interface CommunityState {
  onboarding: Onboarding
  /** Whether onboarding has ever been saved: the first time has an audit entry of its own. */
  onboardingSaved: boolean
  welcomeScreen: APIGuildWelcomeScreen | undefined
  serverGuide: ServerGuide | undefined
  template: TemplateState | undefined
}

/** Questions for newcomers, and the channels that all of them get. */
export interface Onboarding {
  guild_id: string
  prompts: Prompt[]
  default_channel_ids: string[]
  enabled: boolean
  mode: GuildOnboardingMode
}

export interface Prompt {
  id: string
  title: string
  options: PromptOption[]
  single_select: boolean
  required: boolean
  in_onboarding: boolean
  type: GuildOnboardingPromptType
}

interface PromptOption {
  id: string
  title: string
  description: string
  emoji: SettingsEmoji
  role_ids: string[]
  channel_ids: string[]
}

/** Without any emoji, id and name are null. */
interface SettingsEmoji {
  id: string | null
  name: string | null
  animated: boolean
}

/** The server guide, called "new member welcome" in routes and "home settings" in the audit log. */
export interface ServerGuide {
  guild_id: string
  enabled: boolean
  welcome_message?: { author_ids: string[]; message: string }
  new_member_actions: {
    channel_id: string
    action_type: 0 | 1
    title: string
    description: string
    emoji?: SettingsEmoji
  }[]
  resource_channels: { channel_id: string; title: string; description: string; emoji?: SettingsEmoji }[]
}

/** A copy of the guild's structure that Discord keeps under a code. */
export interface TemplateState {
  code: string
  name: string
  description: string | null
  creatorId: string
  createdAt: string
  updatedAt: string
  /** The copy itself, as it is shown. */
  snapshot: object
}

export const blankCommunity = (guildId: string): CommunityState => ({
  onboarding: { guild_id: guildId, prompts: [], default_channel_ids: [], enabled: false, mode: 0 },
  onboardingSaved: false,
  welcomeScreen: undefined,
  serverGuide: undefined,
  template: undefined,
})
