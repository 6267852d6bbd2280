import type { Sandbox } from '../../context.ts'
import { userOf } from '../lookup.ts'
import type { Application } from '../state.ts'
import { applicationFlags } from '../users/view.ts'
import { shownSettings } from './settings.ts'

/** An application as everybody sees it. */
export function publicApplication(sandbox: Sandbox, application: Application) {
  const { id, name, description, botUserId } = application
  const { icon, cover_image, custom_install_url, install_params, tags } = shownSettings(application)
  const flags = applicationFlags(application)
  return {
    id,
    name,
    description,
    icon,
    type: null,
    bot: userOf(sandbox.world, botUserId),
    bot_public: true,
    bot_require_code_grant: false,
    integration_types_config: { 0: {} },
    verify_key: id.padStart(64, '0'),
    flags,
    flags_new: String(flags),
    ...(cover_image && { cover_image }),
    ...(custom_install_url && { custom_install_url }),
    ...(install_params && { install_params }),
    ...(tags && { tags }),
  }
}

/** The application behind a bot's token, as it sees itself. */
export function applicationView(sandbox: Sandbox, application: Application) {
  const { botUserId, ownerId, redirectUris } = application
  const guilds = [...sandbox.world.guilds.values()].filter(state => state.members.has(botUserId))
  return {
    ...publicApplication(sandbox, application),
    ...shownSettings(application),
    redirect_uris: redirectUris,
    interactions_endpoint_url: null,
    owner: userOf(sandbox.world, ownerId),
    approximate_guild_count: guilds.length,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: [],
  }
}
