import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Sandbox } from '../context.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { Ledger } from '../rest/ledger.ts'

export interface ControlDesk {
  sandbox: Sandbox
  gateway: Gateway
  ledger: Ledger
  clock: Clock
  dashboardUrl: string | undefined
}

export function mountControl(app: FastifyInstance, desk: ControlDesk): void {
  app.get('/sandbox/violations', () => desk.ledger.violations())
  app.get('/sandbox/requests', () => desk.ledger.requests())
}
