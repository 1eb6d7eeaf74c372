# Runs a unit of both kinds in FMPy: co-and-exchange.py <unit.fmu> <stop time> <interval> <step of Euler> <outputs> <name=value>...
# Prints each problem that validation finds, then the last row of the outputs by co-simulation and by model exchange.
import sys
import fmpy
from fmpy.validation import validate_fmu

unit, stop, interval, step, outputs = sys.argv[1], *map(float, sys.argv[2:5]), sys.argv[5].split(',')
start = {name: float(value) for name, value in (each.split('=') for each in sys.argv[6:])}
for problem in validate_fmu(unit):
    print('problem', problem)
# FMPy's steps of Euler are as long as the interval between rows.
for kind, options in (
    ('CoSimulation', {'output_interval': interval}),
    ('ModelExchange', {'solver': 'Euler', 'step_size': step, 'output_interval': step}),
):
    rows = fmpy.simulate_fmu(unit, fmi_type=kind, stop_time=stop, start_values=start, output=outputs, **options)
    print(kind, *(repr(float(rows[name][-1])) for name in outputs))
