import type { GuildState } from '../state.ts'

/** Removes a deleted channel or role from the community settings, without an event. */
export function forgetInCommunity({ community }: GuildState, id: string): void {
  const { onboarding, welcomeScreen, serverGuide } = community
  const without = (list: string[]) => list.filter(one => one !== id)
  community.onboarding = {
    ...onboarding,
    default_channel_ids: without(onboarding.default_channel_ids),
    prompts: onboarding.prompts.map(prompt => ({
      ...prompt,
      options: prompt.options.map(option => ({
        ...option,
        role_ids: without(option.role_ids),
        channel_ids: without(option.channel_ids),
      })),
    })),
  }
  const elsewhere = (one: { channel_id: string }) => one.channel_id !== id
  if (welcomeScreen)
    community.welcomeScreen = {
      ...welcomeScreen,
      welcome_channels: welcomeScreen.welcome_channels.filter(elsewhere),
    }
  if (serverGuide)
    community.serverGuide = {
      ...serverGuide,
      new_member_actions: serverGuide.new_member_actions.filter(elsewhere),
      resource_channels: serverGuide.resource_channels.filter(elsewhere),
    }
}
