// Parameters that every fair-class policy has.
import type { ParamDescriptor } from '../define'

/** Tick rate; 'machine' takes the machine's. `simulate` applies it before the policy is made. */
export const hzParam: ParamDescriptor = {
  name: 'hz',
  title: 'Tick rate',
  type: 'choice',
  unit: 'Hz',
  default: 'machine',
  choices: ['machine', '100', '250', '300', '1000'],
  help: "Ticks per second of the kernel's build (CONFIG_HZ); 'machine': as the machine says.",
  realKnob: 'compile time: CONFIG_HZ; read it with: grep CONFIG_HZ= /boot/config-$(uname -r)',
}
