/**
 * What a server consists of, as far as the journal records it: kinds of objects and the fields of each, under Discord's
 * own names. Recording, comparing, restoring and verifying all go by this list.
 */

/** How a field comes back when its object is put back. */
export type Return =
  /** Discord accepts it when the object is created or changed. */
  | 'restorable'
  /** It names other objects, which may have new ids. */
  | 'reference'
  /** A picture or sound: it comes back only if its bytes were kept. */
  | 'file'
  /** Nobody can set it: it is reported, and never counted as restored. */
  | 'lost'

interface Field {
  /** The name that people know it by. */
  label: string
  back: Return
}

const plain = (label: string): Field => ({ label, back: 'restorable' })
const reference = (label: string): Field => ({ label, back: 'reference' })
const file = (label: string): Field => ({ label, back: 'file' })
const lost = (label: string): Field => ({ label, back: 'lost' })

/**
 * The kinds, in the order in which a restored server is built; `member` is who holds which roles, `guild` is the server
 * itself.
 */
export const objectKinds = {
  role: {
    label: 'Role',
    fields: {
      name: plain('Name'),
      permissions: plain('Permissions'),
      colors: plain('Colors'),
      hoist: plain('Shown separately'),
      mentionable: plain('Mentionable'),
      icon: file('Icon'),
      unicode_emoji: plain('Emoji'),
      position: plain('Position'),
      managed: lost('Managed'),
      tags: lost('Belongs to'),
    },
  },
  emoji: {
    label: 'Emoji',
    fields: { name: plain('Name'), roles: reference('Roles'), image: file('Picture'), animated: lost('Animated') },
  },
  sticker: {
    label: 'Sticker',
    fields: {
      name: plain('Name'),
      description: plain('Description'),
      tags: plain('Emoji'),
      format_type: lost('Format'),
      file: file('File'),
    },
  },
  sound: {
    label: 'Sound',
    fields: {
      name: plain('Name'),
      volume: plain('Volume'),
      emoji_id: reference('Emoji'),
      emoji_name: plain('Emoji'),
      sound: file('Sound'),
    },
  },
  channel: {
    label: 'Channel',
    fields: {
      type: plain('Type'),
      name: plain('Name'),
      parent_id: reference('Category'),
      position: plain('Position'),
      permission_overwrites: reference('Overwrites'),
      topic: plain('Topic'),
      nsfw: plain('Age-restricted'),
      rate_limit_per_user: plain('Slowmode'),
      bitrate: plain('Bitrate'),
      user_limit: plain('User limit'),
      rtc_region: plain('Region'),
      video_quality_mode: plain('Video quality'),
      default_auto_archive_duration: plain('Threads archive after'),
      default_thread_rate_limit_per_user: plain('Slowmode of threads'),
      available_tags: reference('Tags'),
      default_reaction_emoji: reference('Default reaction'),
      default_sort_order: plain('Sort order'),
      default_forum_layout: plain('Layout'),
      flags: plain('Flags'),
    },
  },
  guild: {
    label: 'Server',
    fields: {
      name: plain('Name'),
      description: plain('Description'),
      icon: file('Icon'),
      splash: file('Invite picture'),
      discovery_splash: file('Discovery picture'),
      banner: file('Banner'),
      verification_level: plain('Verification level'),
      default_message_notifications: plain('Notifications'),
      explicit_content_filter: plain('Media filter'),
      afk_channel_id: reference('AFK channel'),
      afk_timeout: plain('AFK timeout'),
      system_channel_id: reference('System messages channel'),
      system_channel_flags: plain('System messages'),
      rules_channel_id: reference('Rules channel'),
      public_updates_channel_id: reference('Community updates channel'),
      safety_alerts_channel_id: reference('Safety alerts channel'),
      preferred_locale: plain('Language'),
      features: plain('Features'),
      premium_progress_bar_enabled: plain('Boost progress bar'),
      vanity_url_code: lost('Vanity link'),
      owner_id: lost('Owner'),
      mfa_level: lost('Two-factor requirement'),
    },
  },
  member: { label: 'Member', fields: { roles: reference('Roles'), nick: plain('Nickname') } },
  rule: {
    label: 'AutoMod rule',
    fields: {
      name: plain('Name'),
      enabled: plain('On'),
      event_type: plain('Event'),
      trigger_type: plain('Trigger'),
      trigger_metadata: plain('Looks for'),
      actions: reference('Actions'),
      exempt_roles: reference('Exempt roles'),
      exempt_channels: reference('Exempt channels'),
    },
  },
  onboarding: {
    label: 'Onboarding',
    fields: {
      enabled: plain('On'),
      mode: plain('Mode'),
      prompts: reference('Questions'),
      default_channel_ids: reference('Default channels'),
    },
  },
  welcome: {
    label: 'Welcome screen',
    fields: { description: plain('Description'), welcome_channels: reference('Channels') },
  },
  widget: { label: 'Widget', fields: { enabled: plain('On'), channel_id: reference('Channel') } },
  webhook: {
    label: 'Webhook',
    fields: {
      type: plain('Type'),
      name: plain('Name'),
      avatar: file('Picture'),
      channel_id: reference('Channel'),
      application_id: lost('Made by'),
      source_channel: reference('Follows'),
    },
  },
  invite: {
    label: 'Invite',
    fields: {
      channel_id: reference('Channel'),
      max_age: plain('Ends after'),
      max_uses: plain('Most uses'),
      temporary: plain('Temporary membership'),
      role_ids: reference('Roles'),
      inviter_id: lost('Made by'),
    },
  },
  event: {
    label: 'Event',
    fields: {
      name: plain('Name'),
      description: plain('Description'),
      channel_id: reference('Channel'),
      entity_type: plain('Place'),
      entity_metadata: plain('Address'),
      scheduled_start_time: plain('Begins'),
      scheduled_end_time: plain('Ends'),
      recurrence_rule: plain('Repeats'),
      status: lost('State'),
      image: file('Picture'),
    },
  },
} as const satisfies Record<string, { label: string; fields: Record<string, Field> }>

export type ObjectKind = keyof typeof objectKinds

/** The fields of an object as Discord sent them, limited to the list above; what Discord did not send is missing. */
export type ObjectState = Readonly<Record<string, unknown>>

/** Identifies one object of a server; the guild, its onboarding, welcome screen and widget all have the guild's id. */
export interface ObjectName {
  kind: ObjectKind
  id: string
}

/** A key that identifies an object. */
export const objectKey = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`

/** The server at one moment, by kind and id. */
export type ServerState = Readonly<Record<ObjectKind, ReadonlyMap<string, ObjectState>>>
