// Recorded schedules against simulated ones.
export { createValidationJob, type ValidationJob, type ValidationProgress } from './validation-job'
export {
  planValidation,
  runHere,
  runValidation,
  type Runner,
  type ValidationPlan,
  type ValidationRequest,
} from './validate'
