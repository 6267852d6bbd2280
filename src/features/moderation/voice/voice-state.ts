import { type GuildMember, RESTJSONErrorCodes, type VoiceBasedChannel } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'

/** Somebody in voice, as Discord says it now. */
export interface VoiceState {
  channel: VoiceBasedChannel
  /** Muted and deafened by the server, not by themselves. */
  muted: boolean
  deafened: boolean
}

const notInVoice = (member: GuildMember) =>
  new UserError('moderation.not-in-voice', `${inert(member.displayName)} is not in a voice channel.`, 409)

/**
 * Asked of Discord, so that the bot need not follow everybody's comings and goings. 10065 is "Unknown Voice State".
 * @throws UserError when they are in no voice channel of the server
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

/** 40032: they left between the question and the act. */
export async function demandStillInVoice<T>(member: GuildMember, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if ((error as { code?: unknown }).code === RESTJSONErrorCodes.TargetUserIsNotConnectedToVoice)
      throw notInVoice(member)
    throw error
  }
}
