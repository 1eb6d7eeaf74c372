# Integrates a unit of model exchange in FMPy by explicit Euler: exchange.py <unit.fmu> <stop time> <step>... Prints each problem
# that validation finds, then x at the end by each step.
import sys
import fmpy
from fmpy.validation import validate_fmu

unit, stop, steps = sys.argv[1], float(sys.argv[2]), [float(step) for step in sys.argv[3:]]
for problem in validate_fmu(unit):
    print('problem', problem)
for step in steps:
    rows = fmpy.simulate_fmu(
        unit, fmi_type='ModelExchange', solver='Euler', stop_time=stop, step_size=step, output_interval=step,
        start_values={'x_stop': 10.0}, output=['x']
    )
    print('x', rows['x'][-1])
