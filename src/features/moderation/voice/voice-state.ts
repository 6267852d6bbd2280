import { type GuildMember, RESTJSONErrorCodes, type VoiceBasedChannel } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'

/** Somebody's voice state as Discord reports it now. */
export interface VoiceState {
  channel: VoiceBasedChannel
  /** Muted or deafened by the server, not by themselves. */
  muted: boolean
  deafened: boolean
}

const notInVoice = (member: GuildMember) =>
  new UserError('moderation.not-in-voice', `${inert(member.displayName)} is not in a voice channel.`, 409)

/**
 * Fetches a voice state from Discord, so that the bot need not track everybody's. 10065 is "Unknown Voice State".
 * @throws UserError if they are in no voice channel of the server
 */
export async function currentVoiceState(member: GuildMember): Promise<VoiceState> {
  const { guild } = member
  try {
    const { channelId, serverMute, serverDeaf } = await guild.voiceStates.fetch(member, { cache: false, force: true })
    const channel = channelId === null ? undefined : guild.channels.cache.get(channelId)
    if (!channel?.isVoiceBased()) throw notInVoice(member)
    return { channel, muted: serverMute === true, deafened: serverDeaf === true }
  } catch (error) {
    if ((error as { code?: unknown }).code === RESTJSONErrorCodes.UnknownVoiceState) throw notInVoice(member)
    throw error
  }
}

/** Runs an act, and reports a member who has left voice in the meantime (40032). */
export async function demandStillInVoice<T>(member: GuildMember, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if ((error as { code?: unknown }).code === RESTJSONErrorCodes.TargetUserIsNotConnectedToVoice)
      throw notInVoice(member)
    throw error
  }
}
