import type { Conduct } from '../../dynamic/rule.ts';
import { allowedClockActivation } from './allowed-clock-activation.ts';
import { allowedConfiguration } from './allowed-configuration.ts';
import { allowedContinuousTime } from './allowed-continuous-time.ts';
import { allowedEvent } from './allowed-event.ts';
import { allowedInitialization } from './allowed-initialization.ts';
import { allowedInstantiated } from './allowed-instantiated.ts';
import { allowedStep } from './allowed-step.ts';
import { allowedTerminated } from './allowed-terminated.ts';
import { forbiddenClockActivation } from './forbidden-clock-activation.ts';
import { forbiddenConfiguration } from './forbidden-configuration.ts';
import { forbiddenContinuousTime } from './forbidden-continuous-time.ts';
import { forbiddenEvent } from './forbidden-event.ts';
import { forbiddenInitialization } from './forbidden-initialization.ts';
import { forbiddenInstantiated } from './forbidden-instantiated.ts';
import { forbiddenStep } from './forbidden-step.ts';
import { forbiddenTerminated } from './forbidden-terminated.ts';

export const orderRules: readonly Conduct[] = [
  allowedClockActivation,
  allowedConfiguration,
  allowedContinuousTime,
  allowedEvent,
  allowedInitialization,
  allowedInstantiated,
  allowedStep,
  allowedTerminated,
  forbiddenClockActivation,
  forbiddenConfiguration,
  forbiddenContinuousTime,
  forbiddenEvent,
  forbiddenInitialization,
  forbiddenInstantiated,
  forbiddenStep,
  forbiddenTerminated,
];
