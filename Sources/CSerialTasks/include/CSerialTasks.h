#ifndef CSERIALTASKS_H
#define CSERIALTASKS_H

/// Lets every task of the process run on the main executor, one job after the other, while a test
/// needs the same order of tasks in every run.

/// Sends all jobs that belong to no actor to the main executor until it is ended as often as it was
/// begun. May be called from any thread.
void cserialtasks_begin(void);
void cserialtasks_end(void);

#endif
