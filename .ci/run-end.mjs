/** A reporter for vitest that writes down beside its JSON report how many errors no test stands for, which that leaves out. */
import { writeFileSync } from 'node:fs'

export default class RunEnd {
  onInit({ config }) {
    this.path = `${config.outputFile?.json ?? config.outputFile}.end`
  }

  onTestRunEnd(_modules, unhandledErrors) {
    writeFileSync(this.path, JSON.stringify({ unhandled: unhandledErrors.length }))
  }
}
