/* Alignment. */
#pragma once
#define alignas _Alignas
#define alignof _Alignof
