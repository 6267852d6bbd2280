import type { FastifyInstance } from 'fastify'
import type { Contract, Endpoint } from '#contract'
import kernel from '../contract.ts'
import type { Services } from '../feature.ts'
import type { Asked } from './caller.ts'
import { joinForms, readForms, writeForms } from './forms.ts'
import type { Seal } from './session/seal.ts'
import { kernelRoutes } from './kernel-routes.ts'
import { type Answer, endpointAnswer, type Handler, mountRoute, type RouteDescriptor } from './routes.ts'
import type { Throttle } from './throttle.ts'

/** Every endpoint and every form's address of the kernel and the features. @returns what was mounted */
export function mountApi(
  app: FastifyInstance,
  services: Services,
  options: { seal: Seal; throttle: Throttle },
): RouteDescriptor[] {
  const routes: RouteDescriptor[] = []
  const add = (route: RouteDescriptor, answer: Answer) => {
    mountRoute(app, services, options.throttle, route, answer)
    routes.push(route)
  }
  const addEndpoints = (contract: Contract, handlers: object) => {
    const byName = new Map<string, Handler>(Object.entries(handlers))
    for (const [name, endpoint] of Object.entries<Endpoint>(contract.endpoints)) {
      const handler = byName.get(name)
      if (!handler) throw new Error(`${contract.name}: the endpoint '${name}' has no handler`)
      const { method, needs, path, bodyLimit } = endpoint
      const route = { feature: contract.name, name, kind: 'endpoint' as const, method, path: `/api${path}` }
      const asked: [Asked] = [{ need: needs, feature: contract.name }]
      add(
        { ...route, needs, asked, ...(bodyLimit !== undefined && { bodyLimit }) },
        endpointAnswer(services, contract, endpoint, handler),
      )
    }
  }

  addEndpoints(kernel, kernelRoutes(services, options.seal))
  for (const { contract, parts } of services.features) addEndpoints(contract, parts.routes ?? {})
  for (const address of joinForms(services.features)) {
    const path = `/api${address.path}`
    const named = { feature: address.forms.map(form => form.feature).join('+'), name: address.path, path }
    add({ ...named, kind: 'form-read', method: 'GET', ...address.reads }, readForms(services, address))
    add({ ...named, kind: 'form-write', method: 'POST', ...address.writes }, writeForms(services, address))
  }
  return routes
}
