interface Difference {
  /** 'METHOD /path' as the route spells it. */
  where: RegExp
  problem: RegExp
  reason: string
}

/**
 * Where Discord's published description differs from Discord, and where discord.js sends more than Discord reads. Each
 * entry gives the reason for accepting it; a difference that is not listed fails a test.
 */
const differences: readonly Difference[] = [
  {
    where: /^GET \/invites\/:code$/,
    problem: /answer\.guild_scheduled_event\.entity_metadata is not described$/,
    reason:
      'An invite shows the whole event (Discord\'s documentation, "Invite Object"); the description has what all kinds share.',
  },
  {
    where:
      /^CHANNEL_|^(POST|GET) \/guilds\/:guild_id\/channels$|^(GET|PATCH|DELETE) \/channels\/:channel_id$|^POST \/channels\/:channel_id\/threads$/,
    problem: /\btype: must be (null|equal to (constant|one of the allowed values))/,
    reason:
      'Media channels are documented (Discord\'s documentation, "Channel Types"); the description has no type 16.',
  },
  {
    where: /^GUILD_CREATE$/,
    problem: /\.channels\.\d+\.type: must be (null|equal to (constant|one of the allowed values))/,
    reason: 'The same, among the channels of a server.',
  },
  {
    where: /^POST \/guilds\/:guild_id\/channels$/,
    problem: /^body\.flags is not described$/,
    reason:
      'The flags of a new channel are documented ("Create Guild Channel"); the description has them in edits alone.',
  },
  {
    where:
      /^(POST \/guilds\/:guild_id\/channels|PATCH \/channels\/:channel_id|PUT \/channels\/:channel_id\/permissions)/,
    problem: /(allow|deny): must be integer/,
    reason:
      'Permission bits are strings in requests too (Discord\'s reference, "Permissions"); the description has numbers.',
  },
  {
    where: /^(POST|PATCH) \/guilds\/:guild_id\/roles/,
    problem: /permissions: must be integer/,
    reason: 'The same, for the permissions of a role.',
  },
  {
    where: /^PATCH \/channels\/:channel_id$/,
    problem: /\block_permissions\b/,
    reason: 'discord.js 14 copies the overwrites of the new category itself and names its own option beside them.',
  },
  {
    where: /^DELETE \/guilds\/:guild_id\/bans\/:user_id$/,
    problem: /^the body is missing$/,
    reason: 'The description asks for a body, Discord\'s documentation ("Remove Guild Ban") has none.',
  },
  {
    where: /^PATCH \/guilds\/:guild_id\/members\//,
    problem: /communicationDisabledUntil/,
    reason: 'discord.js 14 leaves its own option name beside communication_disabled_until; Discord ignores it.',
  },
  {
    where: /^PUT \/channels\/:channel_id\/permissions\/:overwrite_id$/,
    problem: /\bid\b/,
    reason: 'discord.js 14 repeats the id of the address in the body; Discord ignores it.',
  },
  {
    where:
      /^(PATCH \/channels\/:channel_id\/messages\/|POST \/channels\/:channel_id\/threads$|PATCH \/webhooks\/|POST \/webhooks\/|POST \/interactions\/)/,
    problem: /\b(tts|enforce_nonce|nonce)\b/,
    reason: 'discord.js 14 builds every message payload alike, with fields that only a new channel message has.',
  },
  {
    where: /^PATCH \/webhooks\/:webhook_id\/:webhook_token\/messages\//,
    problem: /\b(username|avatar_url)\b/,
    reason: 'discord.js 14 repeats the name of the sender when it edits; a message keeps the one it was sent with.',
  },
  {
    where: /^POST \/channels\/:channel_id\/messages\/:message_id\/threads$/,
    problem: /\btype\b/,
    reason: "discord.js 14 names the type of every thread; one that starts from a message takes the channel's.",
  },
  {
    where: /./,
    problem: /^400 answer\.errors\..*_errors\.\d+\.code: must be integer/,
    reason:
      'The codes of single fields are words (Discord\'s reference, "Error Messages"); the description has numbers.',
  },
  {
    where: /./,
    problem: /^429 answer: must have required property 'code'$/,
    reason: 'A code is optional where requests are too many (Discord\'s documentation, "Rate Limits").',
  },
  {
    where: /^(\w+ \/guilds\/:guild_id$|GUILD_)/,
    problem: /hub_type is not described/,
    reason: 'Discord sends the kind of a student hub with every server; neither description nor documentation has it.',
  },
  {
    where: /^POST \/channels\/:channel_id\/threads$/,
    problem: /^201 answer\.message is not described$/,
    reason: 'A new post of a forum comes with its message (Discord\'s reference, "Start Thread in Forum Channel").',
  },
  {
    where: /^GUILD_(CREATE|UPDATE)$|^GET \/guilds\/:guild_id$/,
    problem: /\bfeatures\.\d+: must be equal to constant$/,
    reason:
      'Servers in which somebody decides about newcomers have a feature that the description lacks (discord/discord-api-docs issue 8531).',
  },
  {
    where: /^GET \/applications\/:application_id\/skus$/,
    problem: /^this operation is not described$/,
    reason: 'Documented ("List SKUs"); the description leaves it out.',
  },
  {
    where: /\/templates\b/,
    problem: /permission_overwrites\.\d+\.id: must be string/,
    reason:
      'Numbers stand for ids in templates (Discord\'s documentation, "Guild Template"); the description has them so for channels alone.',
  },
  {
    where: /\/messages|^MESSAGE_/,
    problem: /message_reference\.type: must be equal to constant/,
    reason:
      'A forwarded message refers with type 1 (Discord\'s reference, "Message Reference Types"); the description knows 0 only.',
  },
]

export const isKnownDifference = (where: string, problem: string): boolean =>
  differences.some(known => known.where.test(where) && known.problem.test(problem))
