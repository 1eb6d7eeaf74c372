# Rows of a unit in FMPy: event-rows.py <unit.fmu> <stop time> <interval> <CoSimulation|ModelExchange> <variable>... Co-simulation with event
# mode and early return, model exchange by explicit Euler. Prints time and values, a row a line, every digit of them.
import sys
import fmpy

unit, stop, interval, kind, names = sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), sys.argv[4], sys.argv[5:]
how = {'use_event_mode': True, 'early_return_allowed': True} if kind == 'CoSimulation' else {'solver': 'Euler', 'step_size': interval}
for row in fmpy.simulate_fmu(unit, fmi_type=kind, stop_time=stop, output_interval=interval, output=names, **how):
    print(','.join(repr(float(x)) for x in row))
