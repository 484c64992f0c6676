// SPDX-License-Identifier: Apache-2.0
// Trials of a profile's figures against known work. Each prints its figures and returns whether all of them hold.
#pragma once

namespace relaxscope::bench {

bool unrecordedAgainstUnrecorded();  ///< T1
bool rowsAddUp();                    ///< T2
bool outliersMoveNoShare();          ///< T3
bool correctedRuns();                ///< T4 and T9
bool plantedTime();                  ///< T5
bool emptyCallee();                  ///< T6
bool nestedCalls();                  ///< T7
bool compiledCode();                 ///< T8
bool namedDisturbances();            ///< T10
bool workerOfACommand();             ///< T4 through `rscope profile --worker`
bool parallelKernels();              ///< T4 and T5 with kernels on all threads
bool besideARivalProcess();          ///< T2, T4 and T5 with another process on the same processors

}  // namespace relaxscope::bench
