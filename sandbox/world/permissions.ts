import { ChannelType, type APIOverwrite, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10'

/**
 * A member's permissions, as a pure function.
 * Source: Discord's documentation, "Permissions" (overwrites, implicit permissions, timed out members).
 */
export interface PermissionSubject {
  userId: string
  /** Also the id of the @everyone role. */
  guildId: string
  isOwner: boolean
  /** What the @everyone role grants. */
  everyone: bigint
  /** The member's other roles. */
  roles: readonly { id: string; permissions: bigint }[]
  timedOut: boolean
  /** Whether the member has not passed membership screening yet. */
  pending?: boolean
}

export const permission = PermissionFlagsBits

/** Every bit that Discord knows. */
export const allPermissions = Object.values(PermissionFlagsBits).reduce((sum, bit) => sum | bit, 0n)

/** The permissions that a timed-out or pending member keeps. Owner and administrators are exempt. */
const keptInSilence = permission.ViewChannel | permission.ReadMessageHistory

/** Lost with SEND_MESSAGES. */
const needsSpeech =
  permission.MentionEveryone | permission.SendTTSMessages | permission.AttachFiles | permission.EmbedLinks

/** Lost with CONNECT, in voice and stage channels. */
const needsConnect =
  permission.Speak |
  permission.Stream |
  permission.UseVAD |
  permission.PrioritySpeaker |
  permission.MuteMembers |
  permission.DeafenMembers |
  permission.MoveMembers |
  permission.RequestToSpeak |
  permission.UseSoundboard |
  permission.UseExternalSounds |
  permission.UseEmbeddedActivities

export const has = (granted: bigint, wanted: bigint) => (granted & wanted) === wanted

/** Permissions in the guild as a whole, before any channel's overwrites; timeouts applied. */
export function basePermissions(subject: PermissionSubject): bigint {
  const granted = grantedByRoles(subject)
  return unrestricted(subject, granted) || !isSilenced(subject) ? granted : granted & keptInSilence
}

/**
 * Permissions in one channel: overwrites, then what Discord removes implicitly, then timeouts.
 * A thread uses its parent's overwrites.
 */
export function channelPermissions(
  subject: PermissionSubject,
  overwrites: readonly APIOverwrite[],
  type: ChannelType,
): bigint {
  const base = grantedByRoles(subject)
  if (unrestricted(subject, base)) return allPermissions
  const granted = implicit(applyOverwrites(subject, base, overwrites), type)
  return isSilenced(subject) ? granted & keptInSilence : granted
}

/** The overwrites alone: @everyone, then all roles together, then the member. Administrators are not exempt here. */
export function applyOverwrites(subject: PermissionSubject, base: bigint, overwrites: readonly APIOverwrite[]): bigint {
  const roleIds = new Set(subject.roles.map(role => role.id))
  const steps = [
    overwrites.filter(one => one.type === OverwriteType.Role && one.id === subject.guildId),
    overwrites.filter(one => one.type === OverwriteType.Role && roleIds.has(one.id)),
    overwrites.filter(one => one.type === OverwriteType.Member && one.id === subject.userId),
  ]
  let granted = base
  for (const step of steps) {
    for (const { deny } of step) granted &= ~BigInt(deny)
    for (const { allow } of step) granted |= BigInt(allow)
  }
  return granted
}

export const isThread = (type: ChannelType) =>
  type === ChannelType.PublicThread || type === ChannelType.PrivateThread || type === ChannelType.AnnouncementThread

export const isVoice = (type: ChannelType) => type === ChannelType.GuildVoice || type === ChannelType.GuildStageVoice

/** The permission to send there: threads have their own. */
export const speechBit = (type: ChannelType) =>
  isThread(type) ? permission.SendMessagesInThreads : permission.SendMessages

function implicit(granted: bigint, type: ChannelType): bigint {
  if (!has(granted, permission.ViewChannel)) return 0n
  let left = granted
  if (!has(left, speechBit(type))) left &= ~needsSpeech
  if (isVoice(type) && !has(left, permission.Connect)) left &= ~needsConnect
  return left
}

function grantedByRoles(subject: PermissionSubject): bigint {
  if (subject.isOwner) return allPermissions
  const granted = subject.roles.reduce((sum, role) => sum | role.permissions, subject.everyone)
  return has(granted, permission.Administrator) ? allPermissions : granted
}

const unrestricted = (subject: PermissionSubject, granted: bigint) =>
  subject.isOwner || has(granted, permission.Administrator)

const isSilenced = (subject: PermissionSubject) => subject.timedOut || subject.pending === true
