/** Every kind of case, with its label. */
export const caseKinds = [
  { value: 'warn', label: 'Warning' },
  { value: 'timeout', label: 'Timeout' },
  { value: 'untimeout', label: 'Timeout removed' },
  { value: 'kick', label: 'Kick' },
  { value: 'softban', label: 'Softban' },
  { value: 'ban', label: 'Ban' },
  { value: 'unban', label: 'Unban' },
  { value: 'note', label: 'Note' },
  { value: 'nick', label: 'Nickname' },
  { value: 'purge', label: 'Purge' },
  { value: 'slowmode', label: 'Slowmode' },
  { value: 'lock', label: 'Lock' },
  { value: 'unlock', label: 'Unlock' },
  { value: 'voice-mute', label: 'Voice mute' },
  { value: 'voice-unmute', label: 'Voice unmute' },
  { value: 'deafen', label: 'Deafen' },
  { value: 'undeafen', label: 'Undeafen' },
  { value: 'disconnect', label: 'Disconnect' },
  { value: 'move', label: 'Move' },
] as const
export type CaseKind = (typeof caseKinds)[number]['value']

/**
 * What a case originates from. 'discord': done by hand in Discord, read from the audit log; 'timer': an end time was
 * reached.
 */
export const caseSources = [
  { value: 'person', label: 'Command' },
  { value: 'dashboard', label: 'Dashboard' },
  { value: 'automod', label: 'Auto-moderation' },
  { value: 'antinuke', label: 'Anti-nuke' },
  { value: 'discord', label: 'By hand in Discord' },
  { value: 'timer', label: 'Time ran out' },
  { value: 'automation', label: 'Automation' },
] as const
export type CaseSource = (typeof caseSources)[number]['value']

/** Whether a moderator ordered it: then the moderator's rank is checked, and the order overrides an earlier one. */
export const isByModerator = (source: CaseSource): boolean => source === 'person' || source === 'dashboard'
