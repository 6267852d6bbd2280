import type { Actor } from '../world/guard.ts'
import type { RestRequest } from './route.ts'

/** A part of the path. Never missing: the path would not have matched. */
export const param = ({ params }: RestRequest, name: string): string => params[name] ?? ''

/** Who asks, and the reason for the audit log. */
export const actorOf = ({ actorId, reason }: RestRequest): Actor => ({ userId: actorId, reason })
