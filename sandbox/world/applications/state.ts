/**
 * What an application knows about people, for linked roles that require it. Source: Discord's documentation,
 * "Application Role Connection Metadata".
 */
export interface RoleConnections {
  records: {
    type: number
    key: string
    name: string
    name_localizations?: Record<string, string> | null | undefined
    description: string
    description_localizations?: Record<string, string> | null | undefined
  }[]
  /** By user id. */
  byUser: Map<string, RoleConnection>
}

export interface RoleConnection {
  platform_name: string | undefined
  platform_username: string | undefined
  metadata: Record<string, string>
}

/**
 * Settings under the names that Discord uses for them. Fields that are null or missing are left out, or shown as null.
 */
export interface ApplicationSettings {
  tags?: string[] | undefined
  custom_install_url?: string | null | undefined
  install_params?: { scopes: string[]; permissions: string } | null | undefined
  role_connections_verification_url?: string | null | undefined
  icon?: string | null | undefined
  cover_image?: string | null | undefined
  event_webhooks_status?: 1 | 2 | undefined
  event_webhooks_types?: string[] | undefined
}
