// Loaded into a process of a test (`--import`): shifts its clock by SHIFT_MS.
import { environment } from '../../scripts/lib/environment.ts'

const Plain = globalThis.Date
const shift = Number(environment()['SHIFT_MS'])
globalThis.Date = class Date extends Plain {
  constructor(...given) {
    if (given.length === 0) super(Plain.now() + shift)
    else super(...given)
  }
  static now() {
    return Plain.now() + shift
  }
}
