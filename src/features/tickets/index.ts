import { feature } from '#kernel/feature.ts'
import tickets from './contract.ts'
import { ticket } from './commands/ticket.ts'
import { life } from './life/parts.ts'
import { rights } from './rights/rights.ts'
import { formParts, routes } from './settings/routes.ts'
import { tables } from './table.ts'

export default feature(tickets, {
  switch: 'enabled',
  rights,
  forms: formParts,
  routes,
  tables,
  commands: { ticket },
  components: life.components,
  listeners: life.listeners,
  gone: life.gone,
  jobs: life.jobs,
  plans: life.plans,
  start: life.start,
  stop: life.stop,
})
