/*
 * Runs calls that it reads from standard input, one a line, and prints what comes of each: for sanitizers, since each
 * tensor has a block of memory of its own size.
 *
 * A line: the type's number, whether Indices are wanted, the call's numbers in the order of maxpool_call, X's bytes in
 * hexadecimal digits. What is printed: the status, and with MAXPOOL_OK the bytes of Y and of Indices.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maxpool.h"

static maxpool_int number(void)
{
    int64_t read = 0;

    if (scanf("%" SCNd64, &read) != 1) { exit(EXIT_FAILURE); }
    return (maxpool_int)read;
}

static void numbers(maxpool_int *values, int count)
{
    for (int i = 0; i < count; ++i) { values[i] = number(); }
}

static void *block(size_t bytes)
{
    void *const memory = malloc((bytes == 0u) ? 1u : bytes);

    if (memory == NULL) { exit(EXIT_FAILURE); }
    return memory;
}

static void print(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; ++i) { (void)printf("%02x", bytes[i]); }
    (void)printf(" ");
}

static maxpool_status pool(int type, const maxpool_call *call, const void *X, void *Y, int64_t *Indices)
{
    switch (type)
    {
        case 0: return maxpool_float16_pool(call, X, Y, Indices);
        case 1: return maxpool_float_pool(call, X, Y, Indices);
        case 2: return maxpool_double_pool(call, X, Y, Indices);
        case 3: return maxpool_int8_pool(call, X, Y, Indices);
        default: return maxpool_uint8_pool(call, X, Y, Indices);
    }
}

int main(void)
{
    static const size_t sizes[] = {sizeof(maxpool_float16), sizeof(float), sizeof(double), sizeof(int8_t), sizeof(uint8_t)};
    int type = 0;

    while (scanf("%d", &type) == 1)
    {
        const int wanted = (int)number();
        maxpool_call call;
        maxpool_int dY[4] = {0, 0, 0, 0};
        size_t given = 0u;

        numbers(call.dX, 4);
        call.auto_pad = (int32_t)number();
        call.ceil_mode = (int32_t)number();
        numbers(call.dilations, 2);
        numbers(call.kernel_shape, 2);
        numbers(call.pads, 4);
        call.storage_order = (int32_t)number();
        numbers(call.strides, 2);
        given = (size_t)number();

        unsigned char *const X = block(given);
        const maxpool_status status = maxpool_sizes(&call, dY);
        const size_t cells = (size_t)dY[0] * (size_t)dY[1] * (size_t)dY[2] * (size_t)dY[3];
        unsigned char *const Y = block(cells * sizes[type]);
        int64_t *const Indices = block(cells * sizeof(int64_t));

        for (size_t i = 0; i < given; ++i)
        {
            unsigned int byte = 0u;

            if (scanf("%2x", &byte) != 1) { exit(EXIT_FAILURE); }
            X[i] = (unsigned char)byte;
        }
        /* A call that breaks a clause is refused before anything is read: it is made with no tensors at all. */
        (void)printf("%d ", (int)((status == MAXPOOL_OK) ? pool(type, &call, X, Y, (wanted != 0) ? Indices : NULL) : pool(type, &call, NULL, NULL, NULL)));
        print(Y, cells * sizes[type]);
        print((const unsigned char *)Indices, (wanted != 0) ? (cells * sizeof(int64_t)) : 0u);
        (void)printf("\n");
        free(X);
        free(Y);
        free(Indices);
    }
    return EXIT_SUCCESS;
}
