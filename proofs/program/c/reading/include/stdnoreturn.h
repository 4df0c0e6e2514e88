/* Functions that do not come back. */
#pragma once
#define noreturn _Noreturn
