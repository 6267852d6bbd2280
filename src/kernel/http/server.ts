import type { FastifyInstance } from 'fastify'
import type { Method, Need } from '#contract'
import type { Services } from '../feature.ts'

/** One mounted route, for the tests that walk them all. */
export interface RouteDescriptor {
  feature: string
  name: string
  kind: 'endpoint' | 'form-read' | 'form-write'
  method: Method
  /** With `/api`, and `:name` for parameters. */
  path: string
  needs: Need
}

export interface HttpServer {
  app: FastifyInstance
  routes: readonly RouteDescriptor[]
  /** Where browsers reach it; with `PORT=0` the port is known after `listen`. */
  publicUrl(): URL
  /** @throws StartupError when the port is taken */
  listen(): Promise<void>
  close(): Promise<void>
}

/** The dashboard's server: every feature's endpoints and forms, sign-in, pages, health. */
export function createHttp(_services: Services): Promise<HttpServer> {
  throw new Error('not built')
}
