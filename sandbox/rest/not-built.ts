interface NotBuilt {
  /** As Discord's API description spells them. */
  operations: readonly string[]
  reason: string
}

/**
 * Operations of Discord's API description that this sandbox does not have, and why. A bot that calls one causes a
 * violation. Remove an operation here when you build it; the test beside this file keeps the list correct.
 */
export const notBuilt: readonly NotBuilt[] = [
  {
    reason: 'Lobbies belong to games that use the Social SDK; no bot of a server meets them.',
    operations: [
      'PUT /lobbies',
      'POST /lobbies',
      'GET /lobbies/{lobby_id}',
      'DELETE /lobbies/{lobby_id}',
      'PATCH /lobbies/{lobby_id}',
      'PATCH /lobbies/{lobby_id}/channel-linking',
      'DELETE /lobbies/{lobby_id}/members/@me',
      'POST /lobbies/{lobby_id}/members/@me/invites',
      'POST /lobbies/{lobby_id}/members/bulk',
      'PUT /lobbies/{lobby_id}/members/{user_id}',
      'DELETE /lobbies/{lobby_id}/members/{user_id}',
      'POST /lobbies/{lobby_id}/members/{user_id}/invites',
      'GET /lobbies/{lobby_id}/messages',
      'POST /lobbies/{lobby_id}/messages',
      'PUT /lobbies/{lobby_id}/messages/{message_id}/moderation-metadata',
    ],
  },
  {
    reason: 'For partners of Discord alone.',
    operations: [
      'PUT /partner-sdk/dms/{user_id_1}/{user_id_2}/messages/{message_id}/moderation-metadata',
      'POST /partner-sdk/provisional-accounts/unmerge',
      'POST /partner-sdk/provisional-accounts/unmerge/bot',
      'POST /partner-sdk/token',
      'POST /partner-sdk/token/bot',
    ],
  },
  {
    reason: 'Group direct messages and activities are not part of this world.',
    operations: [
      'PUT /channels/{channel_id}/recipients/{user_id}',
      'DELETE /channels/{channel_id}/recipients/{user_id}',
      'GET /applications/{application_id}/activity-instances/{instance_id}',
      'POST /applications/{application_id}/attachment',
    ],
  },
  {
    reason: 'The profile of OpenID has no user among the features so far.',
    operations: ['GET /oauth2/keys', 'GET /oauth2/userinfo'],
  },
]
