/** A product of an application, as clients show it. */
export interface Sku {
  id: string
  /** 2 lasts, 3 is used up, 5 is paid for every month. Source: Discord's documentation, "SKU Types". */
  type: 2 | 3 | 5
  application_id: string
  name: string
  slug: string
  /** Whom it is for. Source: "SKU Flags". */
  flags: number
}

export interface Entitlement {
  id: string
  sku_id: string
  application_id: string
  user_id: string
  guild_id: string | null
  deleted: boolean
  /** Null for a test entitlement, which never ends either. */
  starts_at: string | null
  ends_at: string | null
  /** An application's subscription: the only one that the API description has for applications. */
  type: 8
  consumed: boolean
}

export interface Subscription {
  id: string
  user_id: string
  sku_ids: string[]
  renewal_sku_ids: string[]
  entitlement_ids: string[]
  current_period_start: string
  current_period_end: string
  /** 0 is active, 1 has ended, 2 ends with its period. Source: Discord's documentation, "Subscription Statuses". */
  status: 0 | 1 | 2
  canceled_at: string | null
}
